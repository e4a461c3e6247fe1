import { actOnEdited } from '../taking/act-on-edited.ts'
import { type Layer, screenOnly } from '../layer.ts'
import { actInFeedback } from '../question/feedback.ts'
import { actInPrompt } from './act-in-prompt.ts'
import { actInSearch } from '../plan/find.ts'
import { actInLine } from './written-line.ts'

/** What the user writes, in the line at the bottom: it gets every key. */
export const writingLayer: Layer = {
  act(ui, press, context) {
    const { writing } = context.layers
    switch (writing?.kind) {
      case 'prompt':
        return actInPrompt(ui, press, context)
      case 'search':
        return actInSearch(ui, press, context)
      case 'feedback':
        return actInFeedback(ui, press, context)
      case 'edited':
        return actOnEdited(ui, press, { ...context, edited: writing.plan })
      case 'caption':
      case 'moment':
      case 'comment':
      case 'save':
      case 'filter':
        return actInLine(ui, press, { ...context, writing })
      case undefined:
        return screenOnly(ui)
    }
  },
}
