// QR codes (ISO/IEC 18004): bytes, error correction level M, versions 1 to 13, which hold links of
// up to 331 bytes. Drawn here, so that the invitation in a link is sent nowhere to be drawn.

/** By version: codewords in all, codewords of error correction in a block, blocks. */
const VERSIONS = [
  [26, 10, 1], [44, 16, 1], [70, 26, 1], [100, 18, 2], [134, 24, 2], [172, 16, 4], [196, 18, 4],
  [242, 22, 4], [292, 22, 5], [346, 26, 5], [404, 30, 5], [466, 22, 8], [532, 22, 9],
];
/** From version 2 on: where the middles of the alignment patterns lie. */
const ALIGNED = [
  [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
  [6, 30, 54], [6, 32, 58], [6, 34, 62],
];
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

const EXP = [];
const LOG = [];
for (let i = 0, x = 1; i < 255; i += 1) {
  EXP[i] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}
const times = (a, b) => (a && b ? EXP[(LOG[a] + LOG[b]) % 255] : 0);

/** The remainder that corrects the errors of a block. */
function correction(data, degree) {
  let generator = [1];
  for (let i = 0; i < degree; i += 1) {
    generator = [...generator, 0].map((value, j) => value ^ times(generator[j - 1] ?? 0, EXP[i]));
  }
  const rest = [...data, ...new Array(degree).fill(0)];
  for (let i = 0; i < data.length; i += 1) {
    const factor = rest[i];
    generator.forEach((value, j) => { rest[i + j] ^= times(value, factor); });
  }
  return rest.slice(data.length);
}

/** The bytes of the text with their head and padding, as many as the version holds. */
function payload(bytes, version, room) {
  const bits = [];
  const push = (value, length) => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >> i) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, room * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const words = [];
  for (let i = 0; i < bits.length; i += 8) words.push(parseInt(bits.slice(i, i + 8).join(''), 2));
  for (let pad = 0xec; words.length < room; pad ^= 0xfd) words.push(pad);
  return words;
}

/** The codewords in the order in which they are drawn. */
function codewords(words, [, degree, count]) {
  const short = Math.floor(words.length / count);
  const longer = words.length % count;
  const blocks = [];
  for (let i = 0, from = 0; i < count; i += 1) {
    const length = short + (i >= count - longer ? 1 : 0);
    blocks.push(words.slice(from, from + length));
    from += length;
  }
  const corrected = blocks.map((block) => correction(block, degree));
  const all = [];
  for (let i = 0; i <= short; i += 1) for (const block of blocks) if (i < block.length) all.push(block[i]);
  for (let i = 0; i < degree; i += 1) for (const block of corrected) all.push(block[i]);
  return all;
}

/** The bits of `value` and the remainder that protects them. */
function protectedBits(value, polynomial, degree) {
  let rest = value << degree;
  const top = 31 - Math.clz32(polynomial);
  for (let bit = 31; bit >= top; bit -= 1) if ((rest >>> bit) & 1) rest ^= polynomial << (bit - top);
  return (value << degree) | rest;
}

class Grid {
  constructor(version) {
    this.size = 17 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    this.fixed = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    const ends = this.size - 7;
    for (let i = 0; i < this.size; i += 1) {
      this.fix(i, 6, i % 2 === 0);
      this.fix(6, i, i % 2 === 0);
    }
    for (const [x, y] of [[0, 0], [ends, 0], [0, ends]]) this.square(x + 3, y + 3, 4, [0, 1, 3]);
    const middles = ALIGNED[version - 1];
    const last = middles.at(-1);
    for (const x of middles) {
      for (const y of middles) {
        const corner = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6);
        if (!corner) this.square(x, y, 2, [0, 2]);
      }
    }
    this.format(0);
    if (version >= 7) this.version(version);
  }

  fix(x, y, dark) {
    this.dark[y][x] = dark;
    this.fixed[y][x] = true;
  }

  /** Rings around a middle; those in `rings` are dark. */
  square(middleX, middleY, reach, rings) {
    for (let y = middleY - reach; y <= middleY + reach; y += 1) {
      for (let x = middleX - reach; x <= middleX + reach; x += 1) {
        const ring = Math.max(Math.abs(x - middleX), Math.abs(y - middleY));
        if (x >= 0 && y >= 0 && x < this.size && y < this.size) this.fix(x, y, rings.includes(ring));
      }
    }
  }

  /** Level M is 0 among the levels. */
  format(mask) {
    const bits = protectedBits(mask, 0x537, 10) ^ 0x5412;
    for (let i = 0; i < 15; i += 1) {
      const dark = Boolean((bits >> i) & 1);
      const near = i < 6 ? i : i < 8 ? i + 1 : this.size - 15 + i;
      this.fix(8, near, dark);
      this.fix(i < 8 ? this.size - 1 - i : i === 8 ? 7 : 14 - i, 8, dark);
    }
    this.fix(8, this.size - 8, true);
  }

  version(version) {
    const bits = protectedBits(version, 0x1f25, 12);
    for (let i = 0; i < 18; i += 1) {
      const dark = Boolean((bits >> i) & 1);
      const [near, far] = [Math.floor(i / 3), this.size - 11 + (i % 3)];
      this.fix(near, far, dark);
      this.fix(far, near, dark);
    }
  }

  /** Fills columns of two from the right, up and down by turns. */
  write(words) {
    let bit = 0;
    for (let right = this.size - 1, up = true; right > 0; right -= 2, up = !up) {
      if (right === 6) right = 5;
      for (let i = 0; i < this.size; i += 1) {
        const y = up ? this.size - 1 - i : i;
        for (const x of [right, right - 1]) {
          if (this.fixed[y][x]) continue;
          this.dark[y][x] = Boolean((words[bit >> 3] >> (7 - (bit & 7))) & 1);
          bit += 1;
        }
      }
    }
  }

  mask(which) {
    for (let y = 0; y < this.size; y += 1) {
      for (let x = 0; x < this.size; x += 1) {
        if (!this.fixed[y][x] && MASKS[which](x, y)) this.dark[y][x] = !this.dark[y][x];
      }
    }
  }

  /** How hard it is to read. */
  penalty() {
    let penalty = 0;
    const rows = this.dark.map((row) => row.map(Number).join(''));
    const columns = rows.map((_, x) => rows.map((row) => row[x]).join(''));
    for (const line of [...rows, ...columns]) {
      for (const run of line.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2;
      penalty += 40 * (line.match(/(?=10111010000|00001011101)/g) ?? []).length;
    }
    for (let y = 1; y < this.size; y += 1) {
      for (let x = 1; x < this.size; x += 1) {
        const four = rows[y][x] + rows[y][x - 1] + rows[y - 1][x] + rows[y - 1][x - 1];
        if (four === '0000' || four === '1111') penalty += 3;
      }
    }
    const share = rows.join('').replaceAll('0', '').length / this.size ** 2;
    return penalty + 10 * Math.floor(Math.abs(share - 0.5) * 20);
  }
}

/** The modules of a text's code: rows of booleans, true is dark. Undefined where it is too long. */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  const room = ([total, degree, count]) => total - degree * count;
  const index = VERSIONS.findIndex((version, i) => bytes.length + (i < 9 ? 2 : 3) <= room(version));
  if (index < 0) return undefined;
  const version = VERSIONS[index];
  const grid = new Grid(index + 1);
  grid.write(codewords(payload(bytes, index + 1, room(version)), version));
  let best;
  for (let mask = 0; mask < MASKS.length; mask += 1) {
    grid.format(mask);
    grid.mask(mask);
    const penalty = grid.penalty();
    if (!best || penalty < best.penalty) best = { penalty, rows: grid.dark.map((row) => [...row]) };
    grid.mask(mask);
  }
  return best.rows;
}
