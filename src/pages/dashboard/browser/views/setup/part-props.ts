export interface SetupPartProps {
  /** The record that is open, or `new`; undefined for the list. */
  open: string | undefined;
}
