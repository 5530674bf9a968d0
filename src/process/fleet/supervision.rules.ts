/**
 * The reasons why a move has not come to its end.
 * - `stalled`: it makes no progress for as long as it may, or a database was away for as long.
 * - `lost`: a connection was lost, or could not be opened.
 * - `elsewhere`: another process is moving the account.
 * - `failed`: a step failed.
 */
export type Trouble = 'stalled' | 'lost' | 'elsewhere' | 'failed';

export interface Situation {
  trouble: Trouble;
  /** Whether the databases say that the account is being moved. */
  isOpen: boolean;
  /** Whether it has made no progress for as long as it may. */
  isPatienceOver: boolean;
  /** The number of steps that have failed since the move was begun. */
  failures: number;
  /** Whether it was aborted and begun anew already. */
  isSecond: boolean;
}

/**
 * The answers to that.
 * - `continue`: resume the move after a moment, or begin it if it is not open.
 * - `restart`: abort it, and begin it anew.
 * - `give up`: abort it, and leave the account where it is.
 * - `leave`: leave the account to whoever moves it, or where it is.
 */
export type MoveDecision = 'continue' | 'restart' | 'give up' | 'leave';

/** Failures of steps after which a move is not resumed any more. */
export const maxFailures = 3;

/** Decides what to do about a move that has not come to its end. */
export function decide({ trouble, isOpen, isPatienceOver, failures, isSecond }: Situation): MoveDecision {
  const abandon = isSecond ? 'give up' : 'restart';
  switch (trouble) {
    case 'elsewhere':
      return isPatienceOver ? 'leave' : 'continue';
    case 'lost':
      if (!isPatienceOver) return 'continue';
      return isOpen ? abandon : 'leave';
    case 'failed':
      // It could not begin.
      if (!isOpen) return 'leave';
      return failures < maxFailures && !isPatienceOver ? 'continue' : abandon;
    case 'stalled':
      return isOpen ? abandon : 'leave';
  }
}

/** The distance that a move has come. */
export interface MoveProgress {
  /** The number of its stages that are over. */
  stage: number;
  /** Tables that are copied. */
  copied: number;
  /** Rows that are copied in the tables that are being copied. */
  rows: number;
  /** Bytes of the log that the target lacks, once all tables are copied. */
  lag: number;
}

/** Whether a move is further than it has ever been. */
export function isFurther(now: MoveProgress, best: MoveProgress): boolean {
  const differences = [now.stage - best.stage, now.copied - best.copied, now.rows - best.rows, best.lag - now.lag];
  return (differences.find((difference) => difference !== 0) ?? 0) > 0;
}
