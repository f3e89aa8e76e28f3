import type { CairnClient } from '@cairn/client'
import { usageError } from '../../exit-codes.ts'

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Returns the ids of labels that are given by name or id. Loads the labels only if there is a name. */
export async function findLabels(
  cairn: Pick<CairnClient, 'labels'>,
  names: readonly string[],
): Promise<string[]> {
  if (names.every((name) => uuid.test(name))) return [...names]
  const ids = new Map<string, string>()
  for await (const { id, name } of cairn.labels()) ids.set(name.toLowerCase(), id)
  return names.map((name) => {
    const id = uuid.test(name) ? name : ids.get(name.toLowerCase())
    if (id === undefined) throw usageError(`There is no label "${name}".`)
    return id
  })
}
