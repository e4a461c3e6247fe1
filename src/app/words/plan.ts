/** What has changed in a plan, and why there is none. */
import { shortTime } from '../../lib/text/duration.ts'
import { safe, safeLine, type SafeText } from '../../lib/text/safe-text.ts'
import type { ChangeCounts, Comparison } from '../../plans/comparison/comparison.ts'
import type { NoPlanReason } from '../plan-advice/no-plan-reasons.ts'
import type { SessionCounts } from '../state/session.ts'
import { adviceSentences } from './agent.ts'
import { afterBlank, deciderWords } from './question.ts'

/** What has changed in a plan, without its progress: `2 steps added, 1 reworded, 1 gone`; '' if nothing has. */
export function describeChanges({
  unit,
  counts: { added, reworded, gone, moved },
}: {
  readonly unit: Comparison['unit']
  readonly counts: ChangeCounts
}): SafeText {
  const parts = [
    { count: added, what: 'added' },
    { count: reworded, what: 'reworded' },
    { count: gone, what: 'gone' },
    { count: moved, what: 'moved' },
  ].filter(({ count }) => count > 0)
  const words = parts.map(({ count, what }, at) =>
    at > 0 ? `${count} ${what}` : `${count} ${count === 1 ? unit : `${unit}s`} ${what}`,
  )
  return safeLine(words.join(', '))
}

/** About a list that may differ from the agent's. */
export const uncertainSentence: SafeText = safe`Not every change of the list was told or understood: it may be incomplete.`

/** The keys that the sentences name on a screen. */
export type NoPlanKey = 'sessions' | 'write-prompt' | 'problems' | 'show-removed'

/** A reason in a sentence or two. `keys`: names of keys, where there are any. Raw: may quote the agent. */
export function noPlanWords(reason: NoPlanReason, keys: ((of: NoPlanKey) => string) | null = null): string {
  switch (reason.type) {
    case 'no-session':
      if (!reason.hadSessions) return 'The agent has not opened a session yet.'
      return keys === null
        ? 'No session is open.'
        : `Press ${keys('sessions')} to open one: a new one, or one from before.`
    case 'loading':
      return 'Its plan may come with its history.'
    case 'not-told': {
      const notSent = `The agent loaded the session without sending its ${reason.what}; there may be one.`
      return reason.isExpected ? `${notSent} It is shown as soon as the agent changes it.` : notSent
    }
    case 'advice':
      return adviceSentences(reason.advice).join(' ')
    case 'no-turn':
      return noTurnWords(reason, keys)
    case 'turn-failed':
      return `The agent answered the prompt with error ${reason.code}: ${reason.message.slice(0, 1000)}`
    case 'worked':
      return workedWords(reason)
    case 'todo-tool':
      return todoToolWords(reason)
    case 'list-refused':
      return `The permission for its list (${reason.title.slice(0, 60)}) was refused${afterBlank(deciderWords(reason.by))}.`
    case 'no-capability':
      return 'The agent was not told that plans with ids are supported, and may not send them.'
    case 'rejected': {
      const { count, first } = reason
      const where = first.path === undefined ? '' : `${first.path}: `
      const what = `${many(count, 'update')} ${count === 1 ? 'was' : 'were'} rejected; the first: ${`${where}${first.text}`.slice(0, 300)}.`
      return keys === null ? what : `${what} Press ${keys('problems')} to see more.`
    }
    case 'removed':
      return keys === null
        ? 'The agent removed its plan.'
        : `The agent removed its plan: press ${keys('show-removed')} to see it again.`
  }
}

function noTurnWords(
  { since, isHeld }: Extract<NoPlanReason, { type: 'no-turn' }>,
  keys: ((of: NoPlanKey) => string) | null,
): string {
  if (isHeld) return 'No prompt was sent: yours waits for you.'
  const what = { begun: '', loaded: ' since it was loaded', reload: ' since' }[since]
  if (keys === null) return `No prompt was sent${what}.`
  const next = since === 'begun' ? 'and tell the agent what to do' : 'to continue'
  return `No prompt was sent${what}: press ${keys('write-prompt')} ${next}.`
}

function workedWords({ how, workedMs, counts }: Extract<NoPlanReason, { type: 'worked' }>): string {
  const [verb, preposition] = {
    working: ['The agent has worked', 'for'],
    ended: ['The turn ended', 'after'],
    lost: ['The agent was gone', 'after'],
  }[how]
  const time = workedMs === null ? '' : ` ${preposition} ${shortTime(workedMs, 'took')}`
  return `${verb}${time}: ${seen(counts)}.`
}

function seen({ messages, toolCalls, planUpdates, todoTool }: SessionCounts): string {
  const updates = planUpdates === 0 ? 'no plan update' : many(planUpdates, 'plan update')
  const calls = many(toolCalls, 'tool call')
  const isNone = toolCalls > 0 && todoTool === null
  return `${many(messages, 'message')}, ${calls}${isNone ? ' without a to-do list' : ''}, ${updates}`
}

function todoToolWords({ tool, because, isForItself }: Extract<NoPlanReason, { type: 'todo-tool' }>): string {
  const name = tool.slice(0, 60)
  if (because === 'not-inferred')
    return `It called a todo tool (${name}) that it does not report as a plan. Without --no-inferred-plans its list is shown here.`
  const unread = `It called a todo tool (${name}) whose list cannot be read from here`
  return isForItself ? `${unread}: this agent may plan only for itself.` : `${unread}.`
}

function many(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
