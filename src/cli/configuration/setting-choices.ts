/** The allowed values of settings that are a choice: for options, environment, configuration file, help and error messages. */
export const settingChoices = {
  protocol: ['auto', 1, 2],
  planTools: ['on', 'off'],
  permissions: ['ask', 'allow', 'deny'],
  exitOn: ['idle', 'plans-done', 'never'],
  format: ['tui', 'text', 'json'],
  theme: ['auto', 'dark', 'light', 'high-contrast'],
  notify: ['off', 'title', 'bell', 'osc9', 'osc777', 'auto'],
} as const

export type ChoiceKey = keyof typeof settingChoices
export type Choice<K extends ChoiceKey> = (typeof settingChoices)[K][number]
