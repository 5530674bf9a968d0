import {
  anonymousLimits,
  authenticatedLimits,
  BodyError,
  type BodyLimits,
  decodeText,
  parseJson,
} from '../../src/http/request-body.js';
import { parseForm, parseMultipart } from '../../src/http/rest/request.js';
import { DomainError } from '../../src/platform/errors.js';
import { CustomDataObject, JsonObject } from '../../src/platform/scalars.js';
import { cpuLimit, cpuTimeOf } from '../support/cpu-time.js';

/** In milliseconds. Nothing else is served for that long. */
const maxTime = cpuLimit(100);

const numbered = (length: number, text: (index: number) => string, separator = ''): string =>
  Array.from({ length }, (_, index) => text(index)).join(separator);

/** The longest of the texts that `create` makes and that fit into the bytes. */
function filling(bytes: number, create: (count: number) => string): string {
  let [least, most] = [0, bytes];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (create(middle).length <= bytes) least = middle;
    else most = middle - 1;
  }
  return create(least);
}

const wide = (count: number): string => `{${numbered(count, (index) => `"k${index}":1`, ',')}}`;

const json: Record<string, (bytes: number, parts: number) => string> = {
  'names of one object': (bytes, parts) => filling(bytes, (count) => wide(Math.min(count, Math.floor(parts / 2) - 1))),
  'more names of one object': (bytes) => filling(bytes, wide),
  'objects of different shapes': (bytes, parts) =>
    filling(
      bytes,
      (count) => `[${numbered(Math.min(count, Math.floor(parts / 3) - 1), (index) => `{"k${index}":1}`, ',')}]`,
    ),
  numbers: (bytes) => `[${'1,'.repeat(bytes / 2 - 2)}1]`,
  escapes: (bytes) => `"${'\\n'.repeat(bytes / 2 - 2)}"`,
  'an open string': (bytes) => `"${'\\"'.repeat(bytes / 2 - 2)}`,
  brackets: (bytes) => '['.repeat(bytes),
  'nested objects': (bytes) => '{"a":'.repeat(bytes / 5),
};

const forms: Record<string, (bytes: number) => string> = {
  fields: () => numbered(2_000, (index) => `k${index}=1`, '&'),
  'nested fields': () => numbered(2_000, (index) => `a[b${index}][c][d][e][f]=1`, '&'),
  'lists of objects': () => numbered(2_000, (index) => `a[][b${index % 3}]=1`, '&'),
  'lists in lists': () => numbered(2_000, (index) => `a[][b][][c][][d]=${index}`, '&'),
  'long names': () => numbered(1_000, (index) => `a${`[${'b'.repeat(180)}${index}]`.repeat(5)}=1`, '&'),
  brackets: () => numbered(1_000, () => `a${'[]['.repeat(330)}=1`, '&'),
  'escaped brackets': () => numbered(2_000, () => `${'%5B%5D'.repeat(80)}=1`, '&'),
  'plus signs': (bytes) => `a=${'+'.repeat(bytes - 2)}`,
  escapes: (bytes) => `a=${'%41'.repeat(bytes / 3 - 2)}`,
  separators: (bytes) => '&'.repeat(bytes),
};

const part = (name: string, value: string): string =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const multipart: Record<string, (bytes: number) => string> = {
  'many fields': (bytes) => filling(bytes, (count) => numbered(count, (index) => part(`k${index}`, '1'))),
  '2,000 fields': (bytes) => numbered(2_000, (index) => part(`k${index}`, '1'.repeat(Math.max(0, bytes / 2_000 - 70)))),
  'a long field': (bytes) => part('a', 'é'.repeat(bytes / 2 - 100)),
  'line breaks': (bytes) => part('a', '\r\n--'.repeat(bytes / 4 - 50)),
  'empty parts': (bytes) => '--x\r\n'.repeat(bytes / 5),
  headers: (bytes) => `--x\r\n${'A: b\r\n'.repeat(bytes / 6 - 2)}`,
};

/** Returns the CPU time of an attempt, in milliseconds: the less of two, because code is compiled when it first runs. */
async function timeOf(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (const _ of [1, 2]) {
    let result: unknown;
    const started = cpuTimeOf(() => {
      result = attempt(work);
    });
    const begin = process.threadCpuUsage();
    await result;
    const { user, system } = process.threadCpuUsage(begin);
    times.push(started + (user + system) / 1_000);
  }
  return Math.min(...times);
}

async function attempt(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof BodyError) && !(error instanceof DomainError) && !(error instanceof TypeError)) throw error;
  }
}

describe.each<[string, BodyLimits]>([
  ['an anonymous request', anonymousLimits],
  ['an authenticated request', authenticatedLimits],
])('the body of %s is read within 100 ms', (_, limits) => {
  it.each(Object.keys(json))('if it is JSON of %s', async (name) => {
    const text = json[name]?.(limits.bytes, limits.jsonParts) ?? '';
    expect(text.length).toBeGreaterThan(limits.bytes / 10);
    const bytes = Buffer.from(text);
    const read = () => {
      const value = parseJson(decodeText('application/json', bytes), limits);
      JsonObject.parseValue(value);
      CustomDataObject.parseValue(value);
    };
    expect(await timeOf(read)).toBeLessThan(maxTime);
  });

  it.each(Object.keys(forms))('if it is a form of %s', async (name) => {
    const text = forms[name]?.(limits.bytes).slice(0, limits.bytes) ?? '';
    expect(await timeOf(() => parseForm(text))).toBeLessThan(maxTime);
  });

  it.each(Object.keys(multipart))('if it is in parts, of %s', async (name) => {
    const bytes = Buffer.from(multipart[name]?.(limits.bytes + limits.fileBytes) ?? '');
    const read = () => parseMultipart('multipart/form-data; boundary=x', bytes);
    expect(await timeOf(read)).toBeLessThan(maxTime);
  });
});

describe('JSON', () => {
  const parse = (text: string, jsonParts = 10) => parseJson(text, { jsonParts });

  it.each(['{"a":"{[,:\\"\\\\"}', '[1,2,3,4,5,6,7,8,9,0]', '"\\\\"', '""', '1'])(
    'of few parts is parsed: %s',
    (text) => {
      expect(parse(text)).toEqual(JSON.parse(text));
    },
  );

  it.each([
    ['[1,2,3,4,5,6,7,8,9,0,1]', 'has too many names and values (maximum is 10)'],
    ['{"a":{"b":{"c":{"d":{}}}},"e":1}', 'has too many names and values (maximum is 10)'],
    [`${'['.repeat(65)}${']'.repeat(65)}`, 'is nested too deeply (maximum is 64 levels)'],
    ['{"a":"\\"', 'is not valid JSON'],
  ])('%s is refused', (text, message) => {
    expect(() => parse(text)).toThrow(new BodyError(400, message));
  });
});
