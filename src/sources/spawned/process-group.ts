// Windows has no process groups: there the signal goes to the leader alone.
const hasGroups = process.platform !== 'win32'

/** Sends a signal to all of a group; 0 only asks. False when nobody is left in it. Never throws. */
export function signalGroup(leaderPid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(hasGroups ? -leaderPid : leaderPid, signal)
    return true
  } catch (error) {
    // EPERM: somebody is there who is no longer ours to signal (a set-uid program).
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Ends what is left of a group after its leader: SIGTERM, then SIGKILL. Settles when nobody is left, or nothing helps. */
export async function endGroup(leaderPid: number): Promise<void> {
  if (!hasGroups || !signalGroup(leaderPid, 'SIGTERM')) return
  if (await becomesEmpty(leaderPid, termWaitMs)) return
  signalGroup(leaderPid, 'SIGKILL')
  // Bounded: a dead process that nobody reaps (no init in a container) still counts as there.
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

/** Real time, whatever clock there is: the processes are real too. We may not leave before the agent has, so it keeps our process alive. */
async function sleep(ms: number): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })
}
