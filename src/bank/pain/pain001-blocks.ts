/** The payments of a file that we wrote, or of one block of it: our own writing, so it need not be parsed. */
export function endToEndIdsOf(content: string, blockId: string | null): string[] {
  const blocks = content.match(/<PmtInf>[\s\S]*?<\/PmtInf>/g) ?? [];
  return blocks
    .filter((block) => blockId === null || /<PmtInfId>([^<]*)<\/PmtInfId>/.exec(block)?.[1] === blockId)
    .flatMap((block) => [...block.matchAll(/<EndToEndId>([^<]*)<\/EndToEndId>/g)].map(([, id]) => id as string));
}
