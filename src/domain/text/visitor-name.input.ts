import { Extensions } from 'type-graphql';

/**
 * Declares the name of a visitor. Overrides of the direction of text are removed from other names, but refused in this one:
 * nobody has typed them by accident, and the messages that contain it go to an address that the visitor chose.
 */
export const VisitorName = () => Extensions({ isVisitorName: true });

/** Whether an input is declared by `VisitorName`. */
export function isVisitorName({ extensions }: { extensions: Readonly<Record<string, unknown>> }): boolean {
  return extensions['isVisitorName'] === true;
}
