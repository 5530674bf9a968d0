const firstNames =
  'Ada Bjørn Camilla David Eva Finn Grete Henrik Ida Jonas Kari Lars Maja Nils Oda Per Rita Stian Tuva Vera'.split(' ');

const lastNames = 'Berg Dahl Eide Foss Grønn Haugen Iversen Jensen Kvam Lie Moen Nilsen Olsen Pedersen Quist'.split(
  ' ',
);

export interface DemoPerson {
  name: string;
  email: string;
  phoneNumber: string;
}

/** People of the demo, no two with the same name. At most `firstNames.length * lastNames.length`. */
export function createPeople(count: number): DemoPerson[] {
  return Array.from({ length: count }, (_, index) => {
    const first = firstNames[index % firstNames.length] ?? '';
    const round = Math.floor(index / firstNames.length);
    const last = lastNames[((index % firstNames.length) + round) % lastNames.length] ?? '';
    const digits = String(40_612_300 + index);
    return {
      name: `${first} ${last}`,
      email: `${toAscii(first)}.${toAscii(last)}@example.org`,
      phoneNumber: `+47 ${digits.slice(0, 3)} ${digits.slice(3, 5)} ${digits.slice(5)}`,
    };
  });
}

function toAscii(name: string): string {
  return name.toLowerCase().replaceAll('ø', 'o');
}
