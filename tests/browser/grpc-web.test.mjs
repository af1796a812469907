// The page of docs/grpc.md for browsers, in a browser: over gRPC-Web, from an origin of its own.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';

import { build } from 'esbuild';
import { chromium } from 'playwright-core';

import { CHROMIUM, startService } from './support.mjs';

const run = promisify(execFile);
const tools = path.resolve('target/browser');

/** The snippets of the page as one script for browsers, which call the service at `grpc`. */
async function script(grpc) {
  const page = await readFile('docs/grpc.md', 'utf8');
  const blocks = (language) => [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, text]) => text);
  const generate = blocks('sh').find((text) => text.startsWith('buf generate'));
  const folder = await mkdtemp(path.join(tools, 'grpc-web.'));
  try {
    const bin = path.join(tools, 'node_modules', '.bin');
    const command = generate.replace('proto', path.resolve('proto'));
    await run('bash', ['-c', command], { cwd: folder, env: { ...process.env, PATH: `${bin}:${process.env.PATH}` } });
    const file = path.join(folder, 'page.ts');
    await writeFile(file, blocks('ts').join('\n').replace('127.0.0.1:50051', grpc));
    const { outputFiles } = await build({ entryPoints: [file], bundle: true, format: 'esm', write: false, logLevel: 'error' });
    return outputFiles[0].text;
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a page calls over gRPC-Web where its origin may, and nowhere else', async () => {
  let text = '';
  const site = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
    response.end(isScript ? text : '<!doctype html><link rel="icon" href="data:,"><script type="module" src="page.js"></script>');
  });
  await new Promise((done) => site.listen(0, done));
  const { port } = site.address();
  const service = await startService({ MOELLE_GRPC_WEB_ORIGINS: `http://127.0.0.1:${port}` });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  try {
    text = await script(service.grpc);
    /** What a page of the site says until it has said what is waited for. */
    const visit = async (origin, last) => {
      const page = await browser.newPage();
      const said = [];
      const ended = new Promise((done) => {
        const hear = (line) => {
          said.push(line);
          if (line.includes(last)) done();
        };
        page.on('console', (message) => hear(message.text()));
        page.on('pageerror', (error) => hear(String(error)));
      });
      await page.goto(origin);
      await Promise.race([ended, new Promise((_, fail) => setTimeout(fail, 60_000, new Error(said.join('\n'))).unref())]);
      return said;
    };
    const said = await visit(`http://127.0.0.1:${port}`, 'refused');
    assert.equal(said[0], 'played d6');
    assert.match(said[1], /^refused .*not your turn/);
    assert.equal(said.length, 2);
    // The same site under another name is another origin.
    const refused = await visit(`http://localhost:${port}`, 'Failed to fetch');
    assert.ok(refused.some((line) => line.includes('CORS')), refused.join('\n'));
  } finally {
    await browser.close();
    await service.stop();
    site.close();
  }
});
