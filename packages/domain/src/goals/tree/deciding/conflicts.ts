import { ServiceError } from '@cairn/contract/errors/errors'

export function parentConflict(message: string): ServiceError {
  return new ServiceError('goal_parent_conflict', message)
}

export function blockerConflict(message: string): ServiceError {
  return new ServiceError('goal_blocker_conflict', message)
}
