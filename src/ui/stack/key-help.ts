import { isOnlyShown, type AppState } from '../../app/state/app-state.ts'
import type { KeyGroup } from '../panels/panel.ts'
import { isInLog } from '../panels/panels.ts'
import { openLayers } from '../state/open-layers.ts'
import type { UiState } from '../state/ui-state.ts'
import { hintsFor, type PlanToHint } from '../chrome/hints.ts'
import { bindingOf, isLeftByPlayer, keyWords, type KeyMap } from '../keys/key-map.ts'
import {
  isReplayCommand,
  needsAgent,
  type AnyCommand,
  type KeyBinding,
  type LabelledBinding,
} from '../keys/key-table.ts'

/** What the help lists keys of, besides the groups of the key table. */
type Place =
  | 'recording'
  | 'question'
  | 'form'
  | 'log'
  | 'work'
  | 'wire'
  | 'timeline'
  | 'changes'
  | 'past'
  | 'writing'
  | 'palette'
  | 'list'
  | 'mouse'

/** All keys by group, those of what is open first; while an agent is only shown, those that work there. */
export function keysOf(state: AppState, ui: UiState, hasMouse = false): readonly KeyGroup[] {
  const open = openPlaces(state, ui)
  const others = placesOf(state, hasMouse).filter((place) => !open.includes(place))
  const groups = [
    ...open.map((place) => groupOf(place, state, ui.keys)),
    ...groupsOf(planBindings(state, ui.keys)),
    ...others.map((place) => groupOf(place, state, ui.keys)),
  ]
  return groups.filter(({ keys }) => keys.length > 0)
}

/** Keys that the first page of the help names, with those of the manual and of all others. */
const mostHere = 12

/** The contents of the help when it opens: the keys that are hinted where it was opened, the most useful first, in more words. */
export function keysHere(state: AppState, ui: UiState, plan: PlanToHint): readonly KeyGroup[] {
  const below: UiState = { ...ui, panel: ui.helpOver, writing: null }
  const hints = hintsFor(state, below, plan).filter(({ command }) => command !== 'help')
  const keys = hints.slice(0, mostHere - 2).map(({ key, does, command }) => {
    const isAlone = command !== undefined && keyWords(ui.keys, command) === key
    const binding = isAlone ? bindingOf(ui.keys, command) : undefined
    return { label: key, does: binding === undefined ? does : wordsOf(binding, state) }
  })
  const more = [
    { label: keyWords(ui.keys, 'manual'), does: 'the manual, page by page' },
    { label: keyWords(ui.keys, 'help'), does: 'again: all keys' },
  ]
  return [{ title: 'Here and now', keys: [...keys, ...more] }]
}

function planBindings(state: AppState, keys: KeyMap): readonly KeyBinding[] {
  const { playback, observed } = state
  const all = keys.plan.all.map((binding) => ({ ...binding, does: wordsOf(binding, state) }))
  if (observed !== null) return all.filter(({ command }) => !needsAgent(command))
  if (playback === null) return all
  return all.filter((binding) => isReplayCommand(binding.command) && isLeftByPlayer(binding, keys))
}

/** What a key does; where an agent is only shown, no turn can be cancelled, and quitting interrupts nothing. */
function wordsOf({ command, does }: LabelledBinding<AnyCommand>, state: AppState): string {
  const isTwice = command === 'leave' || command === 'interrupt'
  return isTwice && isOnlyShown(state) ? does.replace(/; twice.*/, '') : does
}

/** Where keys have a meaning of their own at all. */
function placesOf({ playback, observed }: AppState, hasMouse: boolean): readonly Place[] {
  const shown = ['changes', 'past', 'timeline', 'work', 'log', 'wire'] as const
  const found = ['palette', 'list', ...(hasMouse ? (['mouse'] as const) : [])] as const
  if (playback !== null) return ['recording', ...shown, ...found]
  if (observed !== null) return [...shown, ...found]
  return ['question', ...shown, 'writing', 'form', ...found]
}

/** What is open below the help, which comes first. */
function openPlaces(state: AppState, ui: UiState): readonly Place[] {
  const { asked, diff, main, past } = openLayers(ui, state)
  const question = isOnlyShown(state) ? null : asked
  const places = [
    question === null ? null : question.kind === 'elicitation' ? 'form' : 'question',
    state.playback === null ? null : 'recording',
    ui.helpOver === 'wire' || ui.helpOver === 'work' ? ui.helpOver : null,
    isInLog(ui.helpOver) ? 'log' : null,
    diff === null ? null : 'changes',
    main === 'timeline' ? 'timeline' : null,
    past === null ? null : 'past',
  ] as const
  return places.filter((place) => place !== null)
}

function groupsOf(bindings: readonly KeyBinding[]): readonly KeyGroup[] {
  const listed = bindings.filter(({ keys }) => keys.length > 0)
  const titles = [...new Set(listed.map(({ group }) => group))]
  return titles.map((title) => ({ title, keys: listed.filter(({ group }) => group === title) }))
}

function groupOf(place: Place, state: AppState, keys: KeyMap): KeyGroup {
  const key = (...commands: readonly AnyCommand[]): string =>
    commands.map((command) => keyWords(keys, command)).join(' ')
  switch (place) {
    case 'recording':
      return titled('The recording', withKeys(keys.player.all))
    case 'question':
      return titled('At a question', [
        { label: '1 … 9', does: 'select an option; so do ↑ and ↓' },
        { label: 'y n', does: 'select a plain yes or no' },
        { label: 'enter', does: 'answer; twice if it allows more than once' },
        ...withKeys(keys.question.all),
        { label: key('page-down', 'page-up'), does: 'scroll the question' },
        { label: 'esc', does: `answer later; ${key('answer')} returns` },
      ])
    case 'form':
      return titled('In a form', inForms(key('answer')))
    case 'log':
      return titled('In the log', [
        { label: key('next-plan', 'previous-plan'), does: 'conversation, stderr, problems, wire' },
        { label: key('up', 'down'), does: 'select an entry' },
        { label: `enter ${key('wire-frame')}`, does: 'open the message that the entry came in' },
        { label: key('search'), does: 'show only entries with a text' },
        { label: key('filter'), does: 'show all again, or only those' },
        { label: key('next-match', 'previous-match'), does: 'next or previous match, call or problem' },
        { label: key('copy'), does: 'copy the entry' },
        { label: key('bottom'), does: 'follow the newest entry' },
        { label: key('leave'), does: 'close' },
      ])
    case 'work':
      return titled('In the work of a step', [
        { label: key('up', 'down'), does: 'select a call' },
        { label: `enter ${key('wire-frame')}`, does: 'show the message that began the call' },
        { label: key('next-match', 'previous-match'), does: 'next or previous failure' },
        { label: key('search'), does: 'search' },
        { label: key('leave'), does: 'return to the step, or close' },
      ])
    case 'wire':
      return titled('In the wire panel', [
        { label: key('up', 'down'), does: 'select a message, or a line of it' },
        { label: 'enter', does: 'open the message; fold or unfold the line' },
        { label: key('search'), does: 'filter the messages; in a message: search' },
        { label: key('copy'), does: 'copy the message' },
        ...withKeys(keys.wire.all),
        { label: key('problems'), does: 'show the problems of the message' },
        { label: key('follow'), does: 'follow the newest message' },
        { label: key('collapse'), does: 'in a message: fold or unfold all' },
        { label: key('leave'), does: 'return to the list of messages, or close' },
      ])
    case 'timeline':
      return titled('In the timeline', [
        { label: '← →', does: 'move in time' },
        { label: key('zoom-in', 'zoom-out'), does: 'zoom in, zoom out' },
      ])
    case 'changes':
      return titled('In the changes', [
        { label: key('next-match', 'previous-match'), does: 'next or previous change' },
        { label: key('next-baseline'), does: 'show the changes since another moment' },
        { label: key('collapse'), does: 'fold or unfold what is unchanged' },
        { label: key('show-changes'), does: 'return to the plan' },
      ])
    case 'past':
      return titled('In the past of a plan', [
        { label: key('revision-before', 'revision-after'), does: 'previous or next revision' },
        { label: key('mark-before', 'mark-after'), does: 'previous or next mark' },
        { label: key('back-to-now', 'leave'), does: 'return to now' },
      ])
    case 'writing':
      return titled('While writing', [
        ...whileWriting,
        { label: key('manual'), does: 'the manual, and back to the text' },
      ])
    case 'palette':
      return titled('In the palette', inPalette)
    case 'list':
      return titled('In a list', isOnlyShown(state) ? inLists : [...inLists, ...inSessions])
    case 'mouse':
      return titled('With the mouse', withMouse)
  }
}

type Keys = KeyGroup['keys']

function titled(title: string, keys: Keys): KeyGroup {
  return { title, keys }
}

function withKeys(bindings: readonly (Keys[number] & { readonly keys: readonly string[] })[]): Keys {
  return bindings.filter(({ keys }) => keys.length > 0)
}

const whileWriting: Keys = [
  { label: 'enter', does: 'send' },
  { label: 'alt-enter ctrl-j', does: 'new line' },
  { label: '↑ ↓', does: 'move in the text, then to earlier prompts' },
  { label: 'ctrl-r', does: 'find an earlier prompt; again: an older one' },
  { label: '@', does: 'name a file of the folder' },
  { label: '/', does: "at the start: list the agent's commands" },
  { label: 'tab', does: 'complete the command or file' },
  { label: 'ctrl-g', does: 'write in your editor' },
  { label: 'ctrl-_', does: 'undo' },
  { label: '← → ctrl-b ctrl-f', does: 'move by a character' },
  { label: 'alt-b alt-f', does: 'move by a word; so do ctrl-← ctrl-→' },
  { label: 'ctrl-a ctrl-e', does: 'go to the start or end of the line' },
  { label: 'backspace ctrl-h', does: 'delete the character before' },
  { label: 'Del ctrl-d', does: 'delete the character at the cursor' },
  { label: 'ctrl-w alt-d', does: 'delete the word before or behind' },
  { label: 'ctrl-u ctrl-k', does: 'delete to the start or end of the line' },
  { label: 'ctrl-y', does: 'put back what these have deleted' },
  { label: 'esc', does: 'return to the plan; the text is kept' },
]

const inLists: Keys = [
  { label: 'a … z', does: 'keep only items with these words' },
  { label: '↑ ↓ ctrl-n ctrl-p', does: 'select; so do tab and shift-tab' },
  { label: 'PgDn PgUp', does: 'select an item of the next or previous page' },
  { label: 'enter', does: 'choose the item' },
  { label: 'esc', does: 'clear the words, go back, or close the list' },
]

const inSessions: Keys = [
  { label: 'ctrl-x', does: 'close the session; y confirms' },
  { label: 'D', does: 'delete the session; y confirms' },
]

const inPalette: Keys = [
  { label: 'a … z', does: 'find a command by letters of its words' },
  { label: '↑ ↓ ctrl-n ctrl-p', does: 'select' },
  { label: 'enter', does: 'do what is selected' },
  { label: 'esc', does: 'clear the letters, or close the palette' },
]

const withMouse: Keys = [
  { label: 'wheel', does: 'scroll what is under the pointer' },
  { label: 'click', does: 'go to a tab or a step; do what a hint says' },
  { label: 'click twice', does: 'choose an answer or an item of a list' },
  { label: 'shift drag', does: 'select text, as without this program' },
]

function inForms(answerKey: string): Keys {
  return [
    { label: '↑ ↓', does: 'select a field or choice; tab: next field' },
    { label: 'enter', does: 'next field; pick the choice' },
    { label: 'space ← →', does: 'pick a choice, yes or no' },
    { label: 'a … z', does: 'write; in choices: go to a match' },
    { label: '1 … 9', does: 'select a choice' },
    { label: 'ctrl-s', does: 'send the answers' },
    { label: 'ctrl-x', does: 'select Decline; enter declines' },
    { label: 'PgDn PgUp', does: 'scroll long questions and choices' },
    { label: 'o', does: 'open the page in a browser' },
    { label: 'esc', does: `answer later; ${answerKey} returns` },
  ]
}
