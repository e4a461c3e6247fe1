import type { AppState } from '../../app/state/app-state.ts'
import type { KeyGroup } from '../panels/panel.ts'
import {
  keyTable,
  needsAgent,
  optionLetters,
  replayKeys,
  worksInReplay,
  type KeyBinding,
} from './key-table.ts'

/** The contents of the help panel: all keys by group; while an agent is only shown, those that work there. */
export function keysOf({ playback, observed }: AppState): readonly KeyGroup[] {
  if (observed !== null) return groupsOf(keyTable.filter(({ command }) => !needsAgent(command)))
  return playback === null
    ? [...groupsOf(keyTable), atQuestion, whileWriting, inLists, inForms]
    : [ofRecording, ...groupsOf(keyTable.filter(worksInReplay))]
}

function groupsOf(bindings: readonly KeyBinding[]): readonly KeyGroup[] {
  const titles = [...new Set(bindings.map(({ group }) => group))]
  return titles.map((title) => ({ title, keys: bindings.filter(({ group }) => group === title) }))
}

const ofRecording: KeyGroup = { title: 'The recording', keys: replayKeys }

const atQuestion: KeyGroup = {
  title: 'At a question',
  keys: [
    {
      label: `↑ ↓ ${optionLetters.slice(0, 3).join(' ')} …`,
      does: 'select an answer',
    },
    { label: 'enter', does: 'answer; twice where it allows more than once' },
    { label: '1 … 9', does: 'go to plan 1–9' },
    { label: 'f', does: 'write feedback, sent with a rejection' },
    { label: 'PgUp PgDn', does: 'scroll the question' },
    { label: 'esc', does: 'answer later; w returns' },
  ],
}

const whileWriting: KeyGroup = {
  title: 'While writing',
  keys: [
    { label: 'enter', does: 'send' },
    { label: 'alt-enter ctrl-j', does: 'new line' },
    { label: '↑ ↓', does: 'move in the text, then the history' },
    { label: '/', does: "at the start: the agent's commands; tab completes" },
    { label: 'ctrl-w', does: 'delete a word' },
    { label: 'ctrl-u ctrl-k', does: 'delete to the start or end of the line' },
    { label: 'esc', does: 'return to the plan; the text is kept' },
  ],
}

const inLists: KeyGroup = {
  title: 'In a list',
  keys: [
    { label: 'a … z', does: 'filter by words' },
    { label: '↑ ↓', does: 'select' },
    { label: 'enter', does: 'choose' },
    { label: 'ctrl-x', does: 'close the session; y confirms' },
    { label: 'D', does: 'delete the session; y confirms' },
    { label: 'esc', does: 'clear the filter, go back, close' },
  ],
}

const inForms: KeyGroup = {
  title: 'In a form',
  keys: [
    { label: '↑ ↓', does: 'select a field or choice; tab: next field' },
    { label: 'enter', does: 'next field; pick the choice' },
    { label: 'space ← →', does: 'pick a choice, yes or no' },
    { label: 'a … z', does: 'write; in choices: go to a match' },
    { label: 'ctrl-s', does: 'send the answers' },
    { label: 'ctrl-x', does: 'select Decline; enter declines' },
    { label: 'PgDn PgUp', does: 'scroll long questions and choices' },
    { label: 'o', does: 'open the page in a browser' },
    { label: 'esc', does: 'answer later; w returns' },
  ],
}
