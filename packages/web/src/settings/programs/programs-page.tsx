import { mcpEndpoint } from '@cairn/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Empty } from '../../ui/empty.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { textLinkClass } from '../../ui/front-page.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { RowList } from '../rows.tsx'
import { GrantRow } from './grant-row.tsx'
import { grantsQuery } from './grants-query.ts'

/** The programs that the person has allowed to act, in all organizations. */
export function ProgramsPage() {
  const { data: grants, error, refetch } = useQuery(grantsQuery)
  return (
    <Page
      title="Connected programs"
      intro={
        <>
          Programs and agents that use Cairn for you, in all your organizations. For programs that cannot ask
          you, create an{' '}
          <Link to="/settings/api-tokens" className={textLinkClass}>
            API token
          </Link>
          .
        </>
      }
    >
      {error && !grants && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!grants && !error && <ListSkeleton rows={2} label="Loading programs" />}
      {grants?.length === 0 && (
        <Empty title="No connected programs">
          Give your agent the address below. It opens a page here that asks you what it may do.
        </Empty>
      )}
      {grants && grants.length > 0 && (
        <RowList label="Connected programs">
          {grants.map((grant) => (
            <GrantRow key={grant.id} grant={grant} />
          ))}
        </RowList>
      )}
      <div className="max-w-xl">
        <CopyField
          label="Address for agents (Model Context Protocol)"
          text={`${window.location.origin}${mcpEndpoint.path}`}
        />
      </div>
    </Page>
  )
}
