import { CairnApiError } from '@cairn/client'
import { mayPass } from '../exit-codes.ts'

/**
 * Returns why the service refuses one goal, which says nothing about the next one.
 * @throws any other error. It ends the import, which can be resumed.
 */
export function refusalReason(error: unknown): string {
  if (!(error instanceof CairnApiError) || mayPass(error) || [401, 403, 500].includes(error.status))
    throw error
  const details = error.details.map(({ path, message }) => `${path}: ${message}`)
  return [error.message, ...details].join(' ')
}
