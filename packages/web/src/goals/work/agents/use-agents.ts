import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActiveOrganization, useSession } from '../../../accounts/session/session.ts'
import { grantsQuery } from '../../../settings/agents/grants-query.ts'
import { apiTokensQuery, organizationTokensQuery } from '../../../settings/api-tokens/api-tokens-query.ts'
import { usageQuery } from '../usage/usage-query.ts'
import { useClaimEnds } from '../use-claim-ends.ts'
import { claimsQuery, openQuestionsQuery } from '../work-queries.ts'
import { agentsOf } from './agents-of.ts'
import { daysOf } from './agents-search.ts'

/** Signs of life are recorded once a minute at most. */
const refetchInterval = 60_000

/** The agents of the organization: those of the reader, and for administrators those of everybody. */
export function useAgents() {
  const { user } = useSession()
  const { id: organizationId, canAdminister } = useActiveOrganization()
  const queryClient = useQueryClient()
  const own = useQuery({ ...apiTokensQuery(organizationId), enabled: !canAdminister, refetchInterval })
  const all = useQuery({
    ...organizationTokensQuery(organizationId),
    enabled: canAdminister,
    refetchInterval,
  })
  const tokens = canAdminister ? all : own
  const grants = useQuery({ ...grantsQuery, refetchInterval })
  const claims = useQuery(claimsQuery(organizationId))
  const questions = useQuery(openQuestionsQuery(organizationId))
  const usage = useQuery(usageQuery(organizationId, 'actor', daysOf.week))
  const queries = { tokens, grants, claims, questions, usage }
  useClaimEnds(claims.data?.claims.map(({ expiresAt }) => expiresAt) ?? [], () => {
    void queryClient.invalidateQueries({ queryKey: claimsQuery(organizationId).queryKey })
  })
  const agents = agentsOf(
    {
      tokens: tokens.data ?? [],
      grants: grants.data ?? [],
      claims: claims.data?.claims ?? [],
      questions: questions.data ?? [],
      usage: usage.data?.usage ?? [],
    },
    { userId: user.id, organizationId },
  )
  return {
    agents,
    isPending: Object.values(queries).some(({ isPending }) => isPending),
    failed: Object.entries(queries).filter(([, { error, data }]) => error && !data),
  }
}
