import { isOnlyShown, currentSession, hasUnsent, type AppState } from '../../app/state/app-state.ts'
import { isPastRefused, offersNothing, type LinkEnd } from '../../app/state/link.ts'
import { finalStderrMs, finalStderr, withoutStack, type FinalStderr } from '../../app/words/problem.ts'
import { demoListCommand, ownAgentCommand } from '../../app/words/agent.ts'
import { linkEndWords, queueKept } from '../../app/words/link.ts'
import { capitalized } from '../../lib/text/wording.ts'
import { shortTime } from '../../lib/text/duration.ts'
import { safe, safeLine, shownLine, type SafeText } from '../../lib/text/safe-text.ts'
import { cutToWidth, cutLine, displayWidth } from '../../lib/text/width.ts'
import { wrapText } from '../../lib/text/wrap.ts'
import { keyedHints, keyWords, type CommandHint, type KeyMap } from '../keys/key-map.ts'
import type { Look } from '../paint/look.ts'
import { textOf } from '../rows/lay-rows.ts'
import { blank, gap, part, type Bar, type Part, type RowForm } from '../rows/row-form.ts'
import { isPlanOnTop, openLayers } from '../state/open-layers.ts'
import type { UiState } from '../state/ui-state.ts'
import { hintBar } from './shown-hints.ts'

const lastLines = 3
const sentenceLines = 4

/** Where a notice stands: its keys, and whether letters are text there, so that `leave` comes first. */
export interface NoticeLook extends Look {
  readonly keys: KeyMap
  readonly isTyping: boolean
}

/** How the agent ended, the end of its stderr and what the user can do, in at most so many rows, two at least. Empty while it runs. */
export function endForms(state: AppState, look: NoticeLook, rows: number): readonly RowForm[] {
  const { keys, columns } = look
  if (state.link.state !== 'ended') return []
  const { end } = state.link
  const written = finalStderr(state)
  const stderr = withLastWords.has(end.kind) ? withoutStack(written.lines) : []
  const most = Math.max(1, Math.min(sentenceLines, rows - 1))
  const sentence = endSentence(end, state, keys)
  const quoted = safe`${sentence} ${announcement(written)}`
  const quoting = wrapText(quoted, columns - 2)
  // stderr is only announced if there is room to quote it.
  const isQuoted = stderr.length > 0 && quoting.length <= most && quoting.length + 2 <= rows
  const last = isQuoted ? stderr.slice(-Math.min(lastLines, rows - quoting.length - 1)) : []
  const text = isQuoted ? quoted : safe`${sentence}${stderrNote(end, written, keys)}`
  return [
    { form: 'wrap', text, role: 'bad', most },
    ...last.map((line): Bar => ({ form: 'bar', left: [gap(3), part('dim', cutLine(line, columns - 4))] })),
    keysBar(nextKeys(state, end, look), look),
  ]
}

function keysBar(words: SafeText, { columns, keys, isTyping }: NoticeLook): Bar {
  const first = isTyping ? safe`${keyWords(keys, 'leave')}, then ` : safe``
  const room = columns - 2 - displayWidth(first)
  return { form: 'bar', left: [blank, part('dim', first), part('strong', cutToWidth(words, room))] }
}

/** The ends that the end of stderr may explain; others have a reason of their own. */
const withLastWords: ReadonlySet<LinkEnd['kind']> = new Set([
  'exited',
  'closed-output',
  'silent',
  'refused',
  'broke-protocol',
] as const)

function announcement({ beforeMs }: FinalStderr): SafeText {
  return beforeMs < 1000
    ? safe`Its last lines on stderr:`
    : safe`Its last lines on stderr, ${shortTime(beforeMs)} before:`
}

function stderrNote(end: LinkEnd, { lines, older }: FinalStderr, keys: KeyMap): SafeText {
  if (lines.length > 0 || (end.kind !== 'exited' && end.kind !== 'closed-output')) return safe``
  return older === 0
    ? safe` It wrote nothing on stderr.`
    : safe` It wrote nothing on stderr in its last ${shortTime(finalStderrMs)}; ${keyWords(keys, 'stderr')} shows what came before.`
}

function endSentence(end: LinkEnd, state: AppState, keys: KeyMap): SafeText {
  const ranFor = ranForOf(state)
  const words = linkEndWords(end, ranFor === null ? {} : { ranFor }).what
  const sentence = sentenceOf(capitalized(words))
  switch (end.kind) {
    case 'not-started':
      return safe`${sentence} Check its command.`
    case 'wants-authentication':
      return safe`${sentence} ${authWays(end)}`
    case 'refused':
      return safe`${sentence}${pastNote(end, state, keys)}`
    case 'exited':
    case 'unreachable':
    case 'disconnected':
    case 'closed-output':
    case 'silent':
    case 'broke-protocol':
    case 'closed':
      return sentence
  }
}

/** What the user can do after an earlier session could not be opened. */
function pastNote(end: LinkEnd, { agent }: AppState, keys: KeyMap): SafeText {
  if (!isPastRefused(end)) return safe``
  const offers = agent?.offers ?? offersNothing
  if (end.method !== 'session/list' && offers.list)
    return safe` In a new session, ${keyWords(keys, 'sessions')} lists all sessions.`
  if (end.method === 'session/list' && (offers.load || offers.resume))
    return safe` --session ID continues one whose id you know.`
  return safe``
}

/** Text of others, cut, and with a full stop at its end. */
function sentenceOf(raw: string): SafeText {
  const text = shownLine(raw, 'long').trim()
  return (/[.!?…]$/.test(text) ? text : `${text}.`) as SafeText
}

function ranForOf({ link, agentSinceMs }: AppState): string | null {
  return link.state !== 'ended' || agentSinceMs === null
    ? null
    : shortTime(link.sinceMs - agentSinceMs, 'took')
}

function authWays({ methods }: Extract<LinkEnd, { kind: 'wants-authentication' }>): SafeText {
  if (methods.length === 0) return safe`It names no login method; its own program may have one.`
  return safe`It offers: ${methods.map((method) => shownLine(method.name, 'word')).join(', ') as SafeText}.`
}

/** Whether the agent was connected to and not started by this program: there is no stderr of it. */
export function isElsewhere({ planTools, link }: Pick<AppState, 'planTools' | 'link'>): boolean {
  if (planTools?.mode === 'elsewhere') return true
  return link.state === 'ended' && (link.end.kind === 'unreachable' || link.end.kind === 'disconnected')
}

function nextKeys(state: AppState, end: LinkEnd, { columns, keys }: NoticeLook): SafeText {
  const sized = (key: SafeText, wide: SafeText, narrow: SafeText): SafeText =>
    safe`${key} ${columns < 60 ? narrow : wide}`
  const restart = keyWords(keys, 'restart')
  const again = isPastRefused(end)
    ? sized(restart, safe`start it with a new session`, safe`new session`)
    : sized(restart, isElsewhere(state) ? safe`try again` : safe`restart it`, safe`retry`)
  const stderr = sized(keyWords(keys, 'stderr'), safe`all of stderr`, safe`stderr`)
  return [
    ...(isOnlyShown(state) ? [] : [again]),
    ...(state.stderr.items.length === 0 ? [] : [stderr]),
    safe`${keyWords(keys, 'quit')} quit`,
  ].join(safe`   `) as SafeText
}

/** Why prompts to the current session are held back, and what the user can do. Empty if they are not held back. */
export function heldForms(state: AppState, look: NoticeLook, rows: number): readonly RowForm[] {
  const { keys: map, columns } = look
  const [settings, leave] = [keyWords(map, 'settings'), keyWords(map, 'leave')]
  const held = currentSession(state)?.held ?? null
  if (held === null || isOnlyShown(state)) return []
  const isWaiting = hasUnsent(state)
  if (held.message === null && !isWaiting) return []
  const what = isWaiting ? safe`Nothing was sent: ` : safe`Not set: `
  const said = held.message === null ? queueKept : safe`${what}${shownLine(held.message, 'long')}`
  const most = Math.max(1, Math.min(sentenceLines, rows - 1))
  const keys = isWaiting
    ? held.message === null
      ? keptKeys(keyWords(map, 'write-prompt'), leave, columns)
      : columns < 60
        ? safe`${settings} choose, then send   ${leave} take back`
        : safe`${settings} choose and send   ${leave} take the prompt back   ${keyWords(map, 'quit')} quit`
    : safe`${settings} choose   ${keyWords(map, 'write-prompt')} send anyway`
  return [{ form: 'wrap', text: safe`${said}.`, role: 'bad', most }, keysBar(keys, look)]
}

function keptKeys(write: SafeText, leave: SafeText, columns: number): SafeText {
  const send = safe`${write} enter send`
  return columns < 60
    ? safe`${send}   ${leave} take back`
    : safe`${send}   ${write} write what goes first   ${leave} take back`
}

/** What a visitor of the demo may want to see, the best first. */
const toTry: readonly CommandHint[] = [
  { pair: ['revision-before', 'revision-after'], does: 'what the plan was' },
  { command: 'timeline', does: 'timeline' },
  { command: 'wire', does: 'messages' },
  { command: 'palette', does: 'all commands' },
  { command: 'help', does: 'all keys' },
]

/** What to try next, once a built-in demo has ended and the plan has the focus; else empty. */
export function afterDemoForms(state: AppState, ui: UiState, { columns }: Look): readonly Bar[] {
  const isOver = currentSession(state)?.turn.state === 'ended' && !hasUnsent(state)
  if (!isOver || !isPlanOnTop(openLayers(ui, state))) return []
  const label = [blank, part('accent', safe`Try`), blank]
  const hints = hintBar(keyedHints(toTry, ui.keys), columns - displayWidth(textOf(label)))
  const own = named(1, safe`Your agent`, ownAgentCommand)
  const both = [...own, ...named(3, safe`More`, demoListCommand)]
  return [
    { form: 'bar', left: [...label, ...hints.left] },
    { form: 'bar', left: displayWidth(textOf(both)) < columns ? both : own },
  ]
}

function named(before: number, label: SafeText, command: string): readonly Part[] {
  return [gap(before), part('accent', label), part('normal', safe`  ${safeLine(command)}`)]
}
