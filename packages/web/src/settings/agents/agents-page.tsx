import { useActiveOrganization } from '../../accounts/session/session.ts'
import { Page, SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { RowList } from '../layout/rows.tsx'
import { AgentTokens } from './agent-tokens.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import { GrantRow } from './grant-row.tsx'
import { ProductTabs } from './product-tabs.tsx'
import { texts } from './texts.ts'
import { useConnections } from './use-connections.ts'

/** How an agent connects, whether it has, and the programs and tokens that act for the person. */
export function AgentsPage() {
  const organization = useActiveOrganization()
  const { grants, tokens, latest } = useConnections(organization.id)
  const failed = [grants, tokens].find(({ error, data }) => error && !data)
  return (
    <Page title={texts.title} intro={texts.intro}>
      <section aria-labelledby="connect" className="space-y-4">
        <SectionTitle id="connect">{texts.connect}</SectionTitle>
        <ProductTabs />
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
