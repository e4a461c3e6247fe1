// The program with pipes, and the scripted agent that it starts.
import { inProcessAgent } from '../support/in-process-agent.ts'
import { runApp, startHere, type RunAppOptions, type RunOutcome } from '../support/run-app.ts'
import { scriptedAgent, type AppMessage, type ScriptedAgent } from '../support/scripted-agent.ts'
import { virtualTime } from '../support/virtual-time.ts'

export interface AgentRun {
  readonly agent: ScriptedAgent
  /** Waits for its end. */
  outcome(): Promise<RunOutcome>
}

/** Both in this process. Call it inside a test. */
export async function startRun(args: readonly string[]): Promise<AgentRun> {
  const time = virtualTime()
  const agent = inProcessAgent(time)
  return { agent, outcome: await startHere({ args, agent, time }) }
}

/** Both in a process of its own. */
export async function spawnRun(
  args: readonly string[],
  options: Pick<RunAppOptions, 'stdin'> = {},
): Promise<AgentRun> {
  const agent = await scriptedAgent()
  const outcome = runApp({ ...options, args, command: agent.command })
  return { agent, outcome: () => outcome }
}

/** A run with an open session and a turn that runs. */
export async function startTurn(
  args: readonly string[] = [],
  start = startRun,
): Promise<AgentRun & { readonly turn: AppMessage }> {
  const run = await start(['--prompt', 'go', ...args])
  await run.agent.answerHandshake()
  return { ...run, turn: await run.agent.prompted() }
}

/** What every end is told by. */
export async function statusAndStderr(
  outcome: Promise<RunOutcome>,
): Promise<readonly [number | null, string]> {
  const { code, stderr } = await outcome
  return [code, stderr]
}

/** The lines that were written, without times. */
export function linesOf({ stdout }: RunOutcome): readonly string[] {
  return stdout
    .replaceAll(/^\[[\d.]+s\] /gm, '')
    .replaceAll(/after [\d.]+s/g, 'after some time')
    .trimEnd()
    .split('\n')
}

/** An update with the steps 1, 2 and so on. */
export function planUpdate(...statuses: readonly string[]): object {
  const entries = statuses.map((status, at) => ({ content: `Step ${at + 1}`, status, priority: 'medium' }))
  return { sessionUpdate: 'plan', entries }
}
