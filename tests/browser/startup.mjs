// How long a slow phone takes until it can play: run by hand, since a time is of the machine that it was
// measured on. `node startup.mjs [ROUNDS]` prints milliseconds from opening the address until what the
// visitor came for can be used: the fastest of the rounds, and the median, which differ where the machine
// does something else too.

import { execFileSync } from 'node:child_process';
import { X509Certificate, createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { chromium } from 'playwright-core';

import { CHROMIUM, startService } from './support.mjs';

/** Four times slower than this machine. */
const CPU = 4;
/** What Lighthouse takes for a phone: slow 4G. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 };
const rounds = Number(process.argv[2] ?? 5);

const folder = await mkdtemp(path.join(tmpdir(), 'moelle-startup.'));
const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name));
execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2',
  '-subj', '/CN=localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' });
const spki = new X509Certificate(await readFile(cert)).publicKey.export({ type: 'spki', format: 'der' });
// Phones speak HTTP/2, which browsers do over TLS alone.
const service = await startService({ MOELLE_REST_TLS_CERT_FILE: cert, MOELLE_REST_TLS_KEY_FILE: key });
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
const { game, seats, ownerToken } = await (await fetch(`${service.base}/v1/games`, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ variant: 'nine', seat: 'both' }),
})).json();
const kept = JSON.stringify({ tokens: Object.fromEntries(seats.map(({ side, token }) => [side, token])), owner: ownerToken, invitations: [], variant: 'nine' });

const VISITS = {
  'set a table': ['/', '[type=submit]'],
  'play a game': [`/play/${game.id}`, '.point.open'],
  'watch a game': [`/play/${game.id}`, '.board .point[aria-label]', true],
  'take a seat': [`/play/${game.id}#x`, '[type=submit]', true],
  'do a lesson': ['/learn/placing', '.point.open'],
};

async function visit(context, where, ready) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  let bytes = 0;
  let requests = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => { bytes += encodedDataLength; requests += 1; });
  // The page tells itself: to be asked by the driver would cost the phone more time than to start.
  await page.addInitScript((selector) => {
    const look = () => requestAnimationFrame(document.querySelector(selector) ? () => console.debug('ready', performance.now()) : look);
    look();
  }, ready);
  const told = page.waitForEvent('console', { predicate: (message) => message.text().startsWith('ready'), timeout: 60_000 });
  await page.goto(new URL(where, service.base).href, { waitUntil: 'commit' });
  const after = Number((await told).text().split(' ')[1]);
  await page.close();
  return { after, bytes, requests };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', `--ignore-certificate-errors-spki-list=${createHash('sha256').update(spki).digest('base64')}`] });
try {
  for (const [name, [where, ready, stranger]] of Object.entries(VISITS)) {
    const found = { first: [], second: [] };
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext({ viewport: { width: 360, height: 780 } });
      if (!stranger) await context.addInitScript(([id, text]) => localStorage.setItem(`moelle.table.${id}`, text), [game.id, kept]);
      for (const each of ['first', 'second']) found[each].push(await visit(context, where, ready));
      await context.close();
    }
    const said = Object.entries(found).map(([each, visits]) => `${each} visit ${Math.round(Math.min(...visits.map(({ after }) => after)))} ms (median ${Math.round(median(visits.map(({ after }) => after)))}), ${Math.round(median(visits.map(({ bytes }) => bytes)) / 1000)} KB in ${visits[0].requests} answers`);
    console.log(`${name}: ${said.join('; ')}`);
  }
} finally {
  await browser.close();
  await service.stop();
  await rm(folder, { recursive: true });
}
