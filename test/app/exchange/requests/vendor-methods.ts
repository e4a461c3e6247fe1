/** What agents ask by methods of their own, each under one of its names. */
export const vendorMethods: readonly string[] = [
  'cursor/create_plan',
  'cursor/ask_question',
  'cursor/update_todos',
  'wave/create_plan',
  'x.ai/exit_plan_mode',
  'x.ai/ask_user_question',
]
