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
      does: 'select an answer; the safest is selected first',
    },
    { label: 'enter', does: 'answer; twice for options that allow more than once' },
    { label: '1 … 9', does: 'plans, as elsewhere' },
    { label: 'f', does: 'write a comment that is sent with a rejection' },
    { label: 'PgUp PgDn', does: 'scroll the question' },
    { label: 'esc', does: 'put it aside; w brings it back' },
  ],
}

const whileWriting: KeyGroup = {
  title: 'While writing',
  keys: [
    { label: 'enter', does: 'send' },
    { label: 'alt-enter ctrl-j', does: 'new line' },
    { label: '↑ ↓', does: 'in the text, then the history' },
    { label: '/', does: "first: the agent's commands; tab or → completes, ↑ ↓ select" },
    { label: 'ctrl-w', does: 'cut a word' },
    { label: 'ctrl-u ctrl-k', does: 'cut to the start or the end of the line' },
    { label: 'esc', does: 'back to the plan; the text is kept' },
  ],
}

const inLists: KeyGroup = {
  title: 'In a list (sessions, settings)',
  keys: [
    { label: 'a … z', does: 'filter: each word must occur' },
    { label: '↑ ↓', does: 'select (also ctrl-n, ctrl-p)' },
    { label: 'enter', does: 'choose' },
    { label: 'ctrl-x', does: 'close the session, if supported; y confirms' },
    { label: 'D', does: 'delete the session for good, if supported; y confirms' },
    { label: 'esc', does: 'clear the filter, then back one list, then close' },
  ],
}

const inForms: KeyGroup = {
  title: 'In a form or before a page of the agent',
  keys: [
    { label: '↑ ↓', does: 'through the fields and their choices; tab and shift-tab from field to field' },
    { label: 'enter', does: 'the next field; picks the choice that is selected' },
    { label: 'space ← →', does: 'pick a choice, or yes or no; y and n do too' },
    { label: 'a … z', does: 'write; in choices, jump to the first match' },
    { label: 'ctrl-s', does: 'send the answers, if all are valid' },
    { label: 'ctrl-x', does: 'to Decline; enter declines' },
    { label: 'PgDn PgUp', does: 'through long questions and many choices' },
    { label: 'o', does: 'open the page in the browser' },
    { label: 'esc', does: 'to the plan; w returns, and the input is kept' },
  ],
}
