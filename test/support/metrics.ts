/** The values of a metrics page, by name and labels in the page's format. */
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

/** Returns the number of observations: the sum of a histogram's counts that have all of these labels. */
export function countOf(samples: Samples, name: string, labels: Record<string, string>): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const counts = [...samples].filter(
    ([key]) => key.startsWith(`${name}_count{`) && wanted.every((label) => key.includes(label)),
  );
  return counts.reduce((sum, [, count]) => sum + count, 0);
}
