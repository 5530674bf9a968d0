import { parseMultistatus } from '../../src/platform/caldav/multistatus.js';
import { isSameServer } from '../../src/platform/caldav/same-server.js';
import { cpuLimit } from '../support/cpu-time.js';
import { longestTurnOf } from '../support/longest-turn.js';

const parse = (xml: string, maxResponses = 50_000) => parseMultistatus(Buffer.from(xml), { maxResponses });

describe('the answer of a CalDAV server', () => {
  it('is read with any prefixes, and only what the server has', async () => {
    const responses = await parse(`<?xml version="1.0" encoding="utf-8"?>
<multistatus xmlns="DAV:" xmlns:cal="urn:ietf:params:xml:ns:caldav" xmlns:x="urn:other">
  <response>
    <href> /kari/work/ </href>
    <propstat>
      <prop>
        <resourcetype><collection/><cal:calendar/></resourcetype>
        <displayname>Tom &amp; <![CDATA[<Kari>]]></displayname>
        <x:displayname>Other</x:displayname>
        <cal:supported-calendar-component-set><cal:comp name="VEVENT"/></cal:supported-calendar-component-set>
        <current-user-principal><href>/kari/</href></current-user-principal>
      </prop>
      <status>HTTP/1.1 200 OK</status>
    </propstat>
    <propstat><prop><sync-token>no</sync-token></prop><status>HTTP/1.1 404 Not Found</status></propstat>
  </response>
  <response><href>/kari/gone/</href><status>HTTP/1.1 404 Not Found</status></response>
</multistatus>`);
    const empty = { text: '', elements: [], hrefs: [], components: [] };
    expect(responses).toEqual([
      {
        href: '/kari/work/',
        status: undefined,
        properties: new Map(
          Object.entries({
            resourcetype: { ...empty, elements: ['collection', 'calendar'] },
            displayname: { ...empty, text: 'Tom & <Kari>' },
            'supported-calendar-component-set': { ...empty, elements: ['comp'], components: ['VEVENT'] },
            'current-user-principal': { ...empty, elements: ['href'], hrefs: ['/kari/'] },
          }),
        ),
      },
      { href: '/kari/gone/', status: 404, properties: new Map() },
    ]);
  });

  it.each([
    ['nothing', ''],
    ['another document', '<a/>'],
    ['an unknown prefix', '<d:multistatus/>'],
    ['an unknown entity', '<multistatus xmlns="DAV:">&a;</multistatus>'],
    ['a document type', '<!DOCTYPE multistatus><multistatus xmlns="DAV:"/>'],
    ['an end without a begin', '<multistatus xmlns="DAV:"></a></multistatus>'],
  ])('is refused if it is %s', async (_name, xml) => {
    await expect(parse(xml)).rejects.toThrow('its answer is not that of a CalDAV server');
  });

  const response = (file: string) =>
    `<response><href>/c/1.ics</href><propstat><prop><calendar-data>${file}</calendar-data></prop><status>HTTP/1.1 200 OK</status></propstat></response>`;
  it.each([
    ['40,000 entries', response('BEGIN:VCALENDAR').repeat(40_000)],
    ['one long text', `<response><href>${'&amp;'.repeat(1_900_000)}</href></response>`],
    ['a million elements', `<response>${'<a/>'.repeat(1_000_000)}</response>`],
  ])('of %s is read in turns', async (_name, content) => {
    const body = Buffer.from(`<multistatus xmlns="DAV:">${content}</multistatus>`);
    const work = () => parseMultistatus(body, { maxResponses: 50_000 });
    expect(await longestTurnOf(work, cpuLimit(20))).toBeLessThan(cpuLimit(20));
  });
});

it.each([
  ['https://example.org/a/', 'https://example.org/b/', true],
  ['https://example.org', 'https://example.org:443/', true],
  ['https://example.org', 'https://example.org:8443/', false],
  ['https://example.org', 'http://example.org/', false],
  ['https://example.org', 'https://dav.example.org/', false],
  ['https://caldav.icloud.com', 'https://p42-caldav.icloud.com:443/1/calendars/', true],
  ['https://caldav.icloud.com', 'https://p42-caldav.icloud.com.example.org/', false],
  ['https://caldav.icloud.com', 'http://p42-caldav.icloud.com/', false],
  ['https://example.org', 'https://caldav.icloud.com/', false],
  ['https://example.org', 'nothing', false],
])('the password for %s may be sent to %s: %s', (url, other, expected) => {
  expect(isSameServer(url, other)).toBe(expected);
});
