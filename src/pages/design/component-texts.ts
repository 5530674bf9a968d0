import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** The texts that components show by themselves, in the language of the page. */
export interface ComponentTexts {
  /** Reads out the cross of a dialog. */
  close: string;
  /** Reads out the cross of a toast. */
  closeMessage: string;
  cancel: string;
  copy: string;
  copied: string;
  /** Puts a label before a text. */
  labelled: (values: { label: string; value: string }) => string;
  /** Shown instead of an empty list. */
  nothing: string;
  /** The progress of long work. */
  progress: (values: { label: string; done: number; total: number }) => string;
  /** Returns the sentences of an error that an action threw. */
  sentencesOf: (error: unknown) => string[];
  /** Returns the message of an error about one field of a form; undefined if it says nothing about it. */
  messageOf: (error: unknown, field: string) => string | undefined;
}

const Texts = createContext<ComponentTexts | undefined>(undefined);

/** A page gives the texts to its components once, around all that it shows. */
export const ComponentTextsProvider = Texts.Provider;

/** @throws Error without a `ComponentTextsProvider` around the component */
export function useTexts(): ComponentTexts {
  const texts = useContext(Texts);
  if (!texts) throw new Error('There is no ComponentTextsProvider around this component.');
  return texts;
}
