/** How many colours `calendar.css` has. */
const colours = 12;

/**
 * The class with the colour of each service. A service keeps its colour when others are added: each takes the one of its id,
 * or the next that no service with a smaller id has taken.
 */
export function serviceColours(serviceIds: readonly number[]): ReadonlyMap<number, string> {
  const classes = new Map<number, string>();
  const taken = new Set<number>();
  for (const id of serviceIds.toSorted((one, other) => one - other)) {
    if (taken.size === colours) taken.clear();
    let colour = id % colours;
    while (taken.has(colour)) colour = (colour + 1) % colours;
    taken.add(colour);
    classes.set(id, `colour-${colour}`);
  }
  return classes;
}
