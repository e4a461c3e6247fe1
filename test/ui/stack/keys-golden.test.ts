import { asked, items, opened, planned, prompted, stateAfter } from '../../support/app-states.ts'
import { expectScreens, expectWide } from './golden-screens.ts'

const begun = [...opened(), prompted(0)]
const first = planned(1000, items('» Read the parser', '○ Split the tokenizer'), 'parser')
const second = planned(2000, items('✓ Read the parser', '» Split the tokenizer', '○ Add tests'), 'parser')
const other = planned(3000, items('○ Update the README'), 'docs')
const state = stateAfter(...begun, first, second, other)
const asking = stateAfter(...begun, first, second, asked(4000))

const scenes = {
  'help-at-question': { state: asking, keys: ['?', '?'] },
  'help-here-at-question': { state: asking, keys: ['?'] },
  palette: { state, keys: [':'] },
  'palette-found': { state, keys: [':', 'r', 'e', 'v'] },
  'palette-scattered': { state, keys: [':', 's', 'o', 's', 't', 'e', 'p'] },
}

expectScreens(scenes)
expectWide({
  help: { state, keys: ['?', '?'] },
  'help-here': { state, keys: ['?'] },
  palette: scenes.palette,
  'help-at-question': scenes['help-at-question'],
})
