/** The part of a tree of HTML (hast) that has headings. */
export type HtmlNode = { type: string; tagName?: string; children?: HtmlNode[] }

/** The page uses levels 1 and 2. */
const firstLevel = 3
const lastLevel = 6

/**
 * Puts the headings of a text into the outline of the page: the first ones come right below a heading of the page, whatever their
 * level in the text, and none skips a level.
 */
export function followOutline() {
  return (tree: HtmlNode): void => {
    /** The levels in the text of the headings around the current place. */
    const around: number[] = []
    function walk({ children = [] }: HtmlNode): void {
      for (const node of children) {
        const level = /^h([1-6])$/.exec(node.tagName ?? '')?.[1]
        if (level === undefined) {
          walk(node)
          continue
        }
        while (around.length > 0 && (around.at(-1) ?? 0) >= Number(level)) around.pop()
        node.tagName = `h${Math.min(firstLevel + around.length, lastLevel)}`
        around.push(Number(level))
      }
    }
    walk(tree)
  }
}
