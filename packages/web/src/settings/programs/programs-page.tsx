import { mcpEndpoint } from '@cairn/contract/endpoints'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fill } from '../../language/fill.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { textLinkClass } from '../../ui/front-page.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { RowList } from '../rows.tsx'
import { GrantRow } from './grant-row.tsx'
import { grantsQuery } from './grants-query.ts'
import { texts } from './texts.ts'

/** The programs that the person has allowed to act, in all organizations. */
export function ProgramsPage() {
  const { data: grants, error, refetch } = useQuery(grantsQuery)
  return (
    <Page
      title={texts.title}
      intro={fill(texts.intro, {
        token: (
          <Link to="/settings/api-tokens" className={textLinkClass}>
            {texts.apiToken}
          </Link>
        ),
      })}
    >
      {error && !grants && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!grants && !error && <ListSkeleton rows={2} label={texts.loading} />}
      {grants?.length === 0 && <Empty title={texts.none.title}>{texts.none.text}</Empty>}
      {grants && grants.length > 0 && (
        <RowList label={texts.title}>
          {grants.map((grant) => (
            <GrantRow key={grant.id} grant={grant} />
          ))}
        </RowList>
      )}
      <div className="max-w-xl">
        <CopyField label={texts.address} text={`${window.location.origin}${mcpEndpoint.path}`} />
      </div>
    </Page>
  )
}
