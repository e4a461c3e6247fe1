// On Windows, which has no process groups, the signal goes to the leader alone.
const hasGroups = process.platform !== 'win32'

/** Sends a signal to all processes of a group; 0 only checks for them. False when none is left. Never throws. */
export function signalGroup(leaderPid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(hasGroups ? -leaderPid : leaderPid, signal)
    return true
  } catch (error) {
    // EPERM: there is a process that we may not signal (a set-uid program).
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Ends the rest of a group after its leader: SIGTERM, then SIGKILL. Settles when no process is left, or a while after SIGKILL. */
export async function endGroup(leaderPid: number): Promise<void> {
  if (!hasGroups || !signalGroup(leaderPid, 'SIGTERM')) return
  if (await becomesEmpty(leaderPid, termWaitMs)) return
  signalGroup(leaderPid, 'SIGKILL')
  // Bounded, since a dead process that is not reaped (in a container without init) still counts as there.
  await becomesEmpty(leaderPid, killWaitMs)
}

const termWaitMs = 400
const killWaitMs = 300
const lookEveryMs = 15

async function becomesEmpty(leaderPid: number, withinMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += lookEveryMs) {
    if (!signalGroup(leaderPid, 0)) return true
    await sleep(lookEveryMs)
  }
  return !signalGroup(leaderPid, 0)
}

/** Real time, since processes are real in tests too. The timer keeps our process alive, which must not exit before the agent. */
async function sleep(ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
}
