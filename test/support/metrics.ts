/** The values of a page of metrics, by name and labels as they stand there. */
export type Samples = ReadonlyMap<string, number>;

export async function readMetrics(address: string): Promise<Samples> {
  const response = await fetch(address);
  if (response.status !== 200) throw new Error(`GET ${address}: ${response.status}`);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

/** How often something was observed: the counts of a histogram that carry all of these labels, together. */
export function countOf(samples: Samples, name: string, labels: Record<string, string>): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const counts = [...samples].filter(
    ([key]) => key.startsWith(`${name}_count{`) && wanted.every((label) => key.includes(label)),
  );
  return counts.reduce((sum, [, count]) => sum + count, 0);
}
