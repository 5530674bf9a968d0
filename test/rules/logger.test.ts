import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { createLogger } from '../../src/observability/logger.js';

describe('the log on a terminal', () => {
  it('is readable', async () => {
    const terminal = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true });
    const logger = await createLogger('info', terminal);
    logger.debug('not shown');
    logger.warn({ status: 404, err: new Error('gone') }, 'request');
    const text = String(terminal.read());
    const lines = stripVTControlCharacters(text).split('\n');
    expect(lines[0]).toMatch(/^\[\d\d:\d\d:\d\d\.\d{3}\] WARN: request \{"status":404/);
    expect(text).toContain('gone');
    expect(text).not.toContain('not shown');
  });
});
