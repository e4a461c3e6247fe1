import { formLayer } from '../input/question/form-keys.ts'
import { observerLayer, playerLayer } from '../input/only-shown.ts'
import { writingLayer } from '../input/lines/writing-layer.ts'
import { planLayer } from '../input/plan/act-on-plan.ts'
import { diffLayer } from '../input/plan/diff-view.ts'
import { searchLayer } from '../input/plan/find.ts'
import { pastLayer } from '../input/plan/look-back.ts'
import { timelineLayer } from '../input/plan/act-in-timeline.ts'
import { choiceLayer } from '../input/question/choose-option.ts'
import { problemsLayer } from '../input/panels/act-in-problems.ts'
import { workLayer } from '../input/panels/act-in-work.ts'
import { panelLayer } from '../input/panels/act-in-panel.ts'
import { pickerLayer } from '../input/lists/act-in-picker.ts'
import { wireLayer } from '../input/panels/act-in-wire.ts'
import type { Layer } from '../input/layer.ts'
import type { LayerName } from '../state/open-layers.ts'

/** Everything that can be open. To add a layer: its file, its name in `LayerName` with when it is open (`openLayers`), a line here. */
const layers: Readonly<Record<LayerName, Layer>> = {
  writing: writingLayer,
  wire: wireLayer,
  problems: problemsLayer,
  work: workLayer,
  question: choiceLayer,
  form: formLayer,
  picker: pickerLayer,
  player: playerLayer,
  observer: observerLayer,
  panel: panelLayer,
  diff: diffLayer,
  past: pastLayer,
  search: searchLayer,
  timeline: timelineLayer,
  plan: planLayer,
}

export function layerOf(name: LayerName): Layer {
  return layers[name]
}
