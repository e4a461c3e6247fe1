import type { AppState } from '../../app/state/app-state.ts'
import type { KeyGroup } from '../panels/panel.ts'
import { keyTable, optionLetters, replayKeys, worksInReplay, type KeyBinding } from './key-table.ts'

/** The contents of the help panel: all keys by group; while a recording is shown, those that work there. */
export function keysOf({ playback }: AppState): readonly KeyGroup[] {
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
    { label: 'enter', does: 'answer; what allows more than once needs it twice' },
    { label: '1 … 9', does: 'plans, here too' },
    { label: 'f', does: 'write what is to be different: it goes with a rejection' },
    { label: 'PgUp PgDn', does: 'read on in what is asked about' },
    { label: 'esc', does: 'put it aside: it waits, and w leads back' },
  ],
}

const whileWriting: KeyGroup = {
  title: 'While writing',
  keys: [
    { label: 'enter', does: 'send' },
    { label: 'alt-enter ctrl-j', does: 'new line' },
    { label: '↑ ↓', does: 'through the text, then the history' },
    { label: '/', does: "first: the agent's commands; tab or → completes, ↑ ↓ select" },
    { label: 'ctrl-w', does: 'cut a word' },
    { label: 'ctrl-u ctrl-k', does: 'cut the line before, the line after' },
    { label: 'esc', does: 'back to the plan; what is written stays' },
  ],
}

const inLists: KeyGroup = {
  title: 'In a list (sessions, settings)',
  keys: [
    { label: 'a … z', does: 'find: each word must be there' },
    { label: '↑ ↓', does: 'select; ctrl-n and ctrl-p do too' },
    { label: 'enter', does: 'choose' },
    { label: 'ctrl-x', does: 'close the session, where the agent offers that; y confirms it' },
    { label: 'D', does: 'delete the session for good, where the agent offers that; y confirms it' },
    { label: 'esc', does: 'what is typed away, then a list back, then close' },
  ],
}

const inForms: KeyGroup = {
  title: 'In a form of the agent, or before a page that it wants opened',
  keys: [
    { label: '↑ ↓', does: 'through the fields and their choices; tab and shift-tab from field to field' },
    { label: 'enter', does: 'the next field; picks the choice that is selected' },
    { label: 'space ← →', does: 'pick a choice, or yes or no; y and n do too' },
    { label: 'a … z', does: 'write; among choices the one that begins so' },
    { label: 'ctrl-s', does: 'send the answers; what is not right yet says why' },
    { label: 'ctrl-x', does: 'to Decline; enter declines' },
    { label: 'PgDn PgUp', does: 'through long questions and many choices' },
    { label: 'o', does: 'open the page in the browser' },
    { label: 'esc', does: 'to the plan; w leads back, and what is written stays' },
  ],
}
