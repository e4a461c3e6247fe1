import type { DemoStep } from '../scenario/scenario.ts'
import { changedText } from './plan-now.ts'
import { setState, textIn, type Scene } from './scene.ts'
import type { PlanChange } from './script.ts'

/** Writes a file with what becomes of its text, which is remembered for the next time. */
export function fileSteps(
  type: 'write-file' | 'replace-file',
  change: Pick<PlanChange, 'text' | 'append' | 'tick'> & { readonly file: string },
  scene: Scene,
): readonly DemoStep[] {
  const file = textIn(scene, change.file)
  const { files } = scene.turn.memory.now
  const text = changedText(scene, files.get(file) ?? '', change)
  setState(scene.turn, { files: new Map(files).set(file, text) })
  return [{ type, file, text }]
}
