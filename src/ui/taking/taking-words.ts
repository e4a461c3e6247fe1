import { counted } from '../../lib/text/listed-words.ts'
import type { CopyOutcome, EditOutcome, Taken } from '../../app/ports/plan-taking.ts'
import { keyWords, type KeyMap } from '../keys/key-map.ts'
import type { Result } from '../../lib/result.ts'

/** Whether a copy has to be saved too, since it may not have reached the clipboard. */
export function needsFile(outcome: CopyOutcome): boolean {
  return outcome.type === 'uncertain' || outcome.type === 'refused'
}

/** What is copied, for a message. */
export function takenWords(taken: Taken): string {
  if (taken.type === 'text') return 'the text'
  const { revision, since, steps } = taken
  if (since !== null) return 'the changes'
  if (steps === null) return revision === null ? 'the plan' : `revision ${revision.number}`
  const count = steps.type === 'entries' ? steps.keys.size : steps.count
  return counted(count, 'step')
}

/** What became of a copy of something, which `what` names. `saved`: the file that has it too, or why there is none; null: it needed none. */
export function copyWords(what: string, outcome: CopyOutcome, saved: Result<string, string> | null): string {
  switch (outcome.type) {
    case 'sent':
      return `Copied ${what} to the clipboard of ${outcome.by}.`
    case 'in-tmux':
      return `Copied ${what} to tmux, and to the clipboard if tmux may set it.`
    case 'uncertain':
      if (saved?.ok === true) return `Perhaps in the clipboard, and saved to ${saved.value}`
      return `Sent to the clipboard, which may not take it; not saved: ${saved?.problem ?? ''}`
    case 'refused': {
      const reason =
        outcome.reason === 'too-large' ? 'Too large for the clipboard' : 'This terminal has no clipboard'
      return saved?.ok === true
        ? `${reason}: saved to ${saved.value}`
        : `${reason}, and it is not saved: ${saved?.problem ?? ''}`
    }
  }
}

/** Says that there is no editor, and the key that saves a plan without one. */
export function noEditorWords(keys: KeyMap): string {
  return `Neither $VISUAL nor $EDITOR is set: ${keyWords(keys, 'save')} saves the plan.`
}

/** What became of an edit; null: it was changed, and the user chooses what becomes of it. */
export function editWords(outcome: Exclude<EditOutcome, { type: 'no-editor' }>): string | null {
  switch (outcome.type) {
    case 'not-written':
      return `The editor was not started: ${outcome.cause}`
    case 'unchanged':
      return outcome.wasQuick
        ? 'Not changed: the editor may not have waited (code needs --wait).'
        : 'You have changed nothing.'
    case 'failed':
      return outcome.file === null
        ? `${outcome.words}: nothing was changed.`
        : `${outcome.words}: your text is kept in ${outcome.file}`
    case 'empty':
      return 'The editor left the file empty: nothing was changed.'
    case 'gone':
      return 'The editor left no file: nothing was changed.'
    case 'unreadable':
      return `Your text was not read, since ${outcome.cause}: ${outcome.file}`
    case 'changed':
      return null
  }
}
