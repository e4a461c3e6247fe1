/** What keys, pastes and the mouse do: loaded with Ink, which reads them. */
export { act, actHeld, paste } from '../stack/act.ts'
export { actWithPointer } from '../pointer/act-with-pointer.ts'
export { sought } from '../keys/plan/find.ts'
