import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { Page, SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { apiTokensQuery } from '../api-tokens/api-tokens-query.ts'
import { RowList } from '../layout/rows.tsx'
import { AgentTokens } from './agent-tokens.tsx'
import { ConnectAgent } from './connect-agent.tsx'
import { latestConnection, pauseBeforeLook } from './connection.ts'
import { ConnectionStatus } from './connection-status.tsx'
import { GrantRow } from './grant-row.tsx'
import { grantsQuery } from './grants-query.ts'
import { texts } from './texts.ts'

/** The programs and tokens that act for the person, loaded again and again while somebody sees the page. */
function useConnections(organizationId: string) {
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

/** How an agent connects, whether it has, and the programs and tokens that act for the person. */
export function AgentsPage() {
  const organization = useActiveOrganization()
  const { grants, tokens, latest } = useConnections(organization.id)
  const failed = [grants, tokens].find(({ error, data }) => error && !data)
  return (
    <Page title={texts.title} intro={texts.intro}>
      <section aria-labelledby="connect" className="space-y-4">
        <SectionTitle id="connect">{texts.connect}</SectionTitle>
        <ConnectAgent />
        <ConnectionStatus latest={latest} hasFailed={Boolean(grants.error ?? tokens.error)} />
      </section>
      {failed && <FailureNotice failure={failed.error} onRetry={() => void failed.refetch()} />}
      {!grants.data && !grants.error && <ListSkeleton rows={1} label={texts.loading} />}
      {grants.data && grants.data.length > 0 && (
        <section aria-labelledby="programs" className="space-y-4">
          <div className="space-y-1.5">
            <SectionTitle id="programs">{texts.programs.title}</SectionTitle>
            <p className="text-ink-soft">{texts.programs.text}</p>
          </div>
          <RowList label={texts.programs.title}>
            {grants.data.map((grant) => (
              <GrantRow key={grant.id} grant={grant} />
            ))}
          </RowList>
        </section>
      )}
      <AgentTokens tokens={tokens.data} />
    </Page>
  )
}
