/**
 * Makes the clock of a process wrong by `DATE_SHIFT` milliseconds. Loaded by `--import`, or by `import()` in a test. At SIGUSR2
 * the clock jumps: then it is wrong by as much the other way.
 */
process.on('SIGUSR2', () => {
  process.env.DATE_SHIFT = String(-Number(process.env.DATE_SHIFT));
});
const RealDate = Date;
const now = () => RealDate.now() + Number(process.env.DATE_SHIFT);

function ShiftedDate(...given) {
  if (!new.target) return new RealDate(now()).toString();
  return Reflect.construct(RealDate, given.length === 0 ? [now()] : given, new.target);
}
Object.setPrototypeOf(ShiftedDate, RealDate);
ShiftedDate.prototype = RealDate.prototype;
ShiftedDate.prototype.constructor = ShiftedDate;
ShiftedDate.now = now;
globalThis.Date = ShiftedDate;
