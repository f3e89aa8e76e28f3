import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useActiveOrganization, useSession } from '../../../accounts/session/session.ts'

const prefix = 'cairn.programs.'

/** The parts of loaded data that name programs. */
type Seen = {
  events?: readonly { actor: { kind: string } }[]
  questions?: readonly { askedBy: { kind: string } }[]
  goals?: readonly { claim?: { holder: { kind: string } } | null }[]
  claims?: readonly { holder: { kind: string } }[]
  /** Of lists that are loaded page by page. */
  pages?: readonly Seen[]
}

const namesOfWork: unknown[] = ['brief', 'feed', 'goals', 'work']

/** Whether the data of a query show that programs work in the organization. */
export function showsProgram(
  [scope, id, name]: readonly unknown[],
  data: unknown,
  organizationId: string,
): boolean {
  if (scope === 'oauth-grants') {
    return (data as { organizationId: string }[]).some((grant) => grant.organizationId === organizationId)
  }
  if (scope !== 'organization' || id !== organizationId) return false
  if (name === 'api-tokens' || name === 'organization-api-tokens') return (data as unknown[]).length > 0
  return namesOfWork.includes(name) && namesProgram(data as Seen)
}

function namesProgram({ events = [], questions = [], goals = [], claims = [], pages = [] }: Seen): boolean {
  const actors = [
    ...events.map(({ actor }) => actor),
    ...questions.map(({ askedBy }) => askedBy),
    ...goals.flatMap(({ claim }) => claim?.holder ?? []),
    ...claims.map(({ holder }) => holder),
  ]
  return actors.some(({ kind }) => kind !== 'user') || pages.some(namesProgram)
}

/**
 * Whether programs work for the person or in the organization, as far as this browser has seen. The menu has their page then. It asks
 * the service for nothing: most people have none.
 */
export function useHasPrograms(): boolean {
  const { user } = useSession()
  const { id: organizationId } = useActiveOrganization()
  const queryClient = useQueryClient()
  const key = `${prefix}${user.id}.${organizationId}`
  const [has, setHas] = useState(() => localStorage.getItem(key) !== null)
  useEffect(() => {
    if (has) return undefined
    const look = (queryKey: readonly unknown[], data: unknown) => {
      if (data === undefined || !showsProgram(queryKey, data, organizationId)) return
      localStorage.setItem(key, '')
      setHas(true)
    }
    const cache = queryClient.getQueryCache()
    for (const { queryKey, state } of cache.getAll()) look(queryKey, state.data)
    return cache.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') {
        look(event.query.queryKey, event.query.state.data)
      }
    })
  }, [queryClient, key, organizationId, has])
  return has
}
