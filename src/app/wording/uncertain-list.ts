import { safe, type SafeText } from '../../lib/text/safe-text.ts'

/** About a list that may differ from the agent's. */
export const uncertainSentence: SafeText = safe`A change of the list was not understood: it may be incomplete.`
