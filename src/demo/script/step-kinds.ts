/** Those of the kinds that the keys of a step name; a valid step has one. `title` does so only where no other key does. */
export function stepKindsOf<K extends string>(step: object, kinds: readonly K[]): readonly K[] {
  const named = kinds.filter((kind) => Object.hasOwn(step, kind))
  const certain = named.filter((kind) => kind !== 'title')
  return certain.length > 0 ? certain : named
}
