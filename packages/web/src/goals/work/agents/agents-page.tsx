import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useActiveOrganization } from '../../../accounts/session/session.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { FailureNotice } from '../../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../../ui/states/skeleton.tsx'
import { UsageSection } from '../usage/usage-section.tsx'
import { AgentCard } from './agent-card.tsx'
import type { Agent } from './agents-of.ts'
import { parseAgentsSearch } from './agents-search.ts'
import { texts } from './texts.ts'
import { useAgents } from './use-agents.ts'

const route = getRouteApi('/protected/agents')

/** Agents with what they hold, ask and use, and what all of them used. */
export function AgentsPage() {
  const organization = useActiveOrganization()
  const search = parseAgentsSearch(route.useSearch())
  const navigate = route.useNavigate()
  const { agents, isPending, failed } = useAgents()
  const isEmpty = agents.length === 0 && !isPending && failed.length === 0
  useScrollToHash(!isPending)
  const connect = (variant: 'primary' | 'secondary') => (
    <Link to="/settings/agents" className={buttonClass({ variant })}>
      <Plus className="size-4.5" aria-hidden="true" />
      {texts.connect}
    </Link>
  )
  return (
    <Page
      title={texts.title}
      intro={texts.intro(organization.name)}
      isWide
      actions={!isEmpty && connect('secondary')}
    >
      <div className="space-y-10">
        {failed.map(([name, query]) => (
          <FailureNotice key={name} failure={query.error} onRetry={() => void query.refetch()} />
        ))}
        {isPending && <ListSkeleton rows={3} label={texts.loading} />}
        {isEmpty && (
          <Empty title={texts.none.title} actions={connect('primary')}>
            {texts.none.text}
          </Empty>
        )}
        {!isPending && agents.length > 0 && <AgentList agents={agents} />}
        {!isEmpty && (
          <UsageSection
            search={search}
            onChange={(chosen) =>
              void navigate({ search: parseAgentsSearch(chosen), replace: true, resetScroll: false })
            }
          />
        )}
      </div>
    </Page>
  )
}

/** More would hide what was used. */
const shownAtFirst = 12

function AgentList({ agents }: { agents: readonly Agent[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole || agents.length === shownAtFirst + 1 ? agents : agents.slice(0, shownAtFirst)

  function showAll(): void {
    flushSync(() => setWhole(true))
    document.getElementById(`agent-${agents[shownAtFirst]?.id}`)?.focus()
  }

  return (
    <div className="space-y-4">
      <ul
        aria-label={texts.list}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2 min-[110rem]:grid-cols-3"
      >
        {shown.map((agent) => (
          <AgentCard key={agent.id} agent={agent} />
        ))}
      </ul>
      {shown.length < agents.length && (
        <Button onClick={showAll}>{texts.more(agents.length - shown.length)}</Button>
      )}
    </div>
  )
}

/** Links lead to a part of the page, which is there once what is above it has loaded. */
function useScrollToHash(isReady: boolean): void {
  useEffect(() => {
    const { hash } = window.location
    if (isReady && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [isReady])
}
