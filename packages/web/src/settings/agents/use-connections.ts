import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiTokensQuery } from '../api-tokens/api-tokens-query.ts'
import { latestConnection, pauseBeforeLook } from './connection.ts'
import { grantsQuery } from './grants-query.ts'

/** The programs and tokens that act for the person, loaded again and again while somebody sees the page. */
export function useConnections(organizationId: string) {
  const [start] = useState(() => new Map<string, number>())
  /** Counts from when the page was opened, whatever was loaded before. */
  const refetchInterval = ({
    queryHash,
    state,
  }: {
    queryHash: string
    state: { dataUpdateCount: number }
  }) => {
    const first = start.get(queryHash) ?? state.dataUpdateCount
    start.set(queryHash, first)
    return pauseBeforeLook(state.dataUpdateCount - first)
  }
  const grants = useQuery({ ...grantsQuery, refetchInterval })
  const tokens = useQuery({ ...apiTokensQuery(organizationId), refetchInterval })
  return {
    grants,
    tokens,
    latest: latestConnection({ grants: grants.data, tokens: tokens.data }, organizationId),
  }
}
