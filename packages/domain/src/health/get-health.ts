import type { OutputOf } from '@cairn/contract/registry/registry'

/** Says that the service is up, without looking at the database. */
export const getHealth = async (): Promise<OutputOf<'getHealth'>> => ({ service: 'api', status: 'ok' })
