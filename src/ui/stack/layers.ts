import { formLayer } from '../questions/form-keys.ts'
import { observerLayer, playerLayer } from '../keys/only-shown.ts'
import { writingLayer } from '../keys/lines/writing-layer.ts'
import { planLayer } from '../keys/plan/act-on-plan.ts'
import { diffLayer } from '../keys/plan/diff-view.ts'
import { searchLayer } from '../keys/plan/find.ts'
import { pastLayer } from '../keys/plan/look-back.ts'
import { timelineLayer } from '../keys/plan/act-in-timeline.ts'
import { choiceLayer } from '../keys/question/choose-option.ts'
import { problemsLayer } from '../lint/act-in-problems.ts'
import { panelLayer } from '../panels/act-in-panel.ts'
import { pickerLayer } from '../pickers/act-in-picker.ts'
import { wireLayer } from '../wire/act-in-wire.ts'
import type { Layer } from '../keys/layer.ts'
import type { LayerName } from '../state/open-layers.ts'

/** Everything that can be open. To add a layer: its file, its name in `LayerName` with when it is open (`openLayers`), a line here. */
const layers: Readonly<Record<LayerName, Layer>> = {
  writing: writingLayer,
  wire: wireLayer,
  problems: problemsLayer,
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
