/**
 * Calls `onDry` when the process is about to end because nothing is left that it could wait for, though its end was not reached: a
 * promise that never settles keeps no process alive. The last who asks is called first, and nobody after one that ends the process.
 */
export function watchDryLoop(
  onDry: (bug: Error) => void,
  process: Pick<NodeJS.Process, 'prependListener'>,
): void {
  process.prependListener('beforeExit', () =>
    onDry(new Error('the program had nothing left to wait for, and was not done')),
  )
}
