import { allOperations, type Operation, requiresCredential, requiresOrigin } from '@cairn/contract'

/** An id that no record has, in the format of every path parameter. */
const unknownId = '00000000-0000-4000-8000-000000000000'

export function pathOf({ path }: Operation): string {
  return path.replaceAll(/\{\w+\}/g, unknownId)
}

/** The operations that require a session or a token. */
export const sessionOperations = allOperations.filter(requiresCredential)

export const mutations = allOperations.filter(requiresOrigin)
