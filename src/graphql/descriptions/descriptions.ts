/**
 * Descriptions by type. The key of a field or an enumeration value is its name, that of an argument `field(argument)`, and
 * that of the type itself is empty.
 */
export type Descriptions = Readonly<Record<string, Readonly<Record<string, string>>>>;
