import { maximumAncestors } from '@cairn/contract/goals/relation-limits'
import type { GoalSummary } from '@cairn/contract/schemas/goals/goals'
import {
  type DragEvent,
  type KeyboardEvent,
  lazy,
  Suspense,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { areSingleKeysOn } from '../../../help/shortcuts/single-keys.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { useWritable } from '../../data/authority.ts'
import { usePeople } from '../../data/people.ts'
import { useMoveGoal } from '../../editing/move/use-move-goal.ts'
import { buildTree, canMove, foldableIds, rowsAtOnce, type TreeNode, visibleRows } from './build-tree.ts'
import type { TreeActions } from './row-menu.tsx'
import { texts } from './texts.ts'
import { effectOfKey } from './tree-keys.ts'
import { columns, TreeRow } from './tree-row.tsx'

const MoveDialog = lazy(async () => ({
  default: (await import('../../editing/move/move-dialog.tsx')).MoveDialog,
}))

/** The goal that is dragged, and what it would be dropped on: a goal, or the top. */
type Drag = { node: TreeNode; target?: TreeNode | 'top' | undefined }

/** Long enough to pass over a folded goal without unfolding it. */
const unfoldingMilliseconds = 700

type Folds = { folded: ReadonlySet<string>; fold: (ids: readonly string[], isFolded: boolean) => void }

type TreeProps = {
  name: string
  /** In the order that siblings shall have. */
  goals: readonly GoalSummary[]
  folds: Folds
}

/** Goals below each other. Rows fold, arrow keys go through them, and a goal is moved by dragging it, or with its menu. */
export function Tree({ name, goals, folds }: TreeProps) {
  const roots = useMemo(() => buildTree(goals), [goals])
  const { folded } = folds
  const rows = useMemo(() => visibleRows(roots, folded), [roots, folded])
  const drawn = useDrawnRows(rows)
  const { nameOf } = usePeople()
  const mayWrite = useWritable()
  const grid = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string>()
  const current = rows.some(({ id }) => id === focused) ? focused : rows[0]?.id
  const [moved, setMoved] = useState<GoalSummary>()
  const [drag, setDrag] = useState<Drag>()
  /** Known before the page shows it, because the first events follow at once. */
  const dragged = useRef<TreeNode>(undefined)
  const unfolding = useRef<{ id: string; timer: ReturnType<typeof setTimeout> }>(undefined)
  const move = useMoveGoal()
  const nodeOf = (id: string | undefined) => rows.find((row) => row.id === id)

  // The same object for all rows and times, so that a row is drawn again only if it changes itself.
  const latest = useRef({ folds, move })
  useLayoutEffect(() => {
    latest.current = { folds, move }
  })
  const actions = useMemo<TreeActions>(
    () => ({
      onFold: (id, isFolded) => latest.current.folds.fold([id], isFolded),
      onMove: setMoved,
      onMoveToTop: (goal) => latest.current.move(goal, null),
    }),
    [],
  )

  function focusOn(id: string): void {
    setFocused(id)
    rowElement(id)?.focus()
  }
  const rowElement = (id: string) => grid.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)

  function onKeyDown(event: KeyboardEvent): void {
    const { target, key, ctrlKey, metaKey, altKey } = event
    if (
      ctrlKey ||
      metaKey ||
      altKey ||
      !(target instanceof HTMLElement) ||
      !target.matches('[role=treeitem]')
    )
      return
    if (current === undefined) return
    const goal = nodeOf(current)?.goal
    if (key === 'Enter') target.querySelector('a')?.click()
    else if (key === 'm' && goal && areSingleKeysOn()) setMoved(goal)
    else {
      const effect = effectOfKey(key, rows, current, folded)
      if (!effect && !key.startsWith('Arrow')) return
      if (effect && 'focus' in effect) focusOn(effect.focus)
      else if (effect) folds.fold('fold' in effect ? [effect.fold] : [effect.unfold], 'fold' in effect)
    }
    event.preventDefault()
  }

  /** The row under the pointer of a drag, if the goal can be dropped there. */
  function targetOf(event: DragEvent): TreeNode | 'top' | undefined {
    const element =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-id], [data-top]') : null
    if (!dragged.current || !element) return undefined
    const target = element.dataset.top === undefined ? nodeOf(element.dataset.id) : 'top'
    if (target === undefined) return undefined
    const above = target === 'top' ? undefined : target
    return canMove(dragged.current, above, maximumAncestors + 1) ? target : undefined
  }

  function onDragOver(event: DragEvent): void {
    const node = dragged.current
    if (!node) return
    const target = targetOf(event)
    if (target) event.preventDefault()
    if (target !== drag?.target) setDrag({ node, target })
    const folder = target !== 'top' && target && folded.has(target.id) ? target.id : undefined
    if (unfolding.current?.id === folder) return
    clearTimeout(unfolding.current?.timer)
    unfolding.current =
      folder === undefined
        ? undefined
        : {
            id: folder,
            timer: setTimeout(() => actions.onFold(folder, false), unfoldingMilliseconds),
          }
  }

  function endDrag(): void {
    clearTimeout(unfolding.current?.timer)
    dragged.current = undefined
    setDrag(undefined)
  }

  function onDrop(event: DragEvent): void {
    const target = targetOf(event)
    event.preventDefault()
    const goal = dragged.current?.goal
    endDrag()
    if (!goal || target === undefined) return
    move(goal, target === 'top' ? null : parentOf(target))
  }

  const all = foldableIds(roots)
  return (
    <div className="space-y-2">
      {all.length > 0 && (
        <div className="flex justify-end gap-1 print:hidden">
          <Button size="small" variant="quiet" onClick={() => folds.fold(all, true)}>
            {texts.foldAll}
          </Button>
          <Button size="small" variant="quiet" onClick={() => folds.fold(all, false)}>
            {texts.unfoldAll}
          </Button>
        </div>
      )}
      <div className="overflow-clip rounded-xl border border-line bg-surface shadow-raised">
        <ColumnNames />
        <div
          ref={grid}
          role="tree"
          tabIndex={-1}
          aria-label={name}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => {
            const id = target.closest<HTMLElement>('[data-id]')?.dataset.id
            if (id !== undefined) setFocused(id)
          }}
          onDragStart={(event) => {
            // What is pressed is a link, which covers the row.
            const element =
              event.target instanceof Element ? event.target.closest<HTMLElement>('[data-id]') : null
            const node = nodeOf(element?.dataset.id)
            if (!element?.draggable || !node?.goal) return
            event.dataTransfer.setDragImage(element, 24, 20)
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('text/plain', node.title)
            dragged.current = node
            // The page must not change before the browser has taken its picture of the row.
            setTimeout(() => dragged.current === node && setDrag({ node }))
          }}
          onDragOver={onDragOver}
          onDrop={onDrop}
          onDragEnd={endDrag}
          className="outline-none"
        >
          {drawn.map((node) => (
            <TreeRow
              key={node.id}
              node={node}
              owner={node.goal && nameOf(node.goal.ownerUserId)}
              mayWrite={node.goal !== undefined && mayWrite(node.goal)}
              isFolded={folded.has(node.id)}
              isCurrent={node.id === current}
              isDropTarget={drag?.target === node}
              actions={actions}
            />
          ))}
        </div>
        {drag?.node.parent && (
          // biome-ignore lint/a11y/noStaticElementInteractions: The menu of a goal does the same for the keyboard.
          <div
            data-top
            onDragOver={onDragOver}
            onDrop={onDrop}
            className={cn(
              'sticky bottom-0 z-20 border-t-2 border-dashed border-line-strong bg-surface px-4 py-3 text-center text-sm font-medium text-ink-soft',
              drag.target === 'top' && 'border-accent bg-accent-soft text-accent',
            )}
          >
            {texts.dropAtTop}
          </div>
        )}
      </div>
      {moved && (
        <Suspense>
          <MoveDialog
            // The goal may just have been moved.
            goal={nodeOf(moved.id)?.goal ?? moved}
            onMove={move}
            onClose={() => setMoved(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** More than a screen has. */
const rowsDrawnAtOnce = 40

/** The rows, of which many new ones come in two steps: those at the top at once, and the rest while nobody waits. */
function useDrawnRows(rows: readonly TreeNode[]): readonly TreeNode[] {
  const later = useDeferredValue(rows, nothing)
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(() => new Set())
  useLayoutEffect(() => {
    if (later === rows) setDrawn(new Set(rows.map(({ id }) => id)))
  }, [later, rows])
  return later === rows ? rows : rowsAtOnce(rows, drawn, rowsDrawnAtOnce)
}

const nothing: readonly TreeNode[] = []

/** A goal as the parent of others. The tree knows what is above it. */
function parentOf(node: TreeNode) {
  const ancestors: { id: string; title: string }[] = []
  for (let above = node.parent; above; above = above.parent)
    ancestors.unshift({ id: above.id, title: above.title })
  return { id: node.id, title: node.title, ancestors }
}

function ColumnNames() {
  const { goal, owner, stones, below, progress, due } = texts.columns
  return (
    <div
      aria-hidden="true"
      className={cn(
        'sticky top-(--banner-height,0px) z-20 hidden border-b border-line bg-surface py-2 text-xs font-medium text-ink-faint xl:grid',
        columns,
      )}
    >
      <span>{goal}</span>
      <span>{owner}</span>
      <span>{stones}</span>
      <span>{below}</span>
      <span>{progress}</span>
      <span>{due}</span>
    </div>
  )
}
