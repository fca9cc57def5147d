import { lazy, Suspense, useMemo, useState } from 'react';
import type { ContestPlayer } from '#features/contest/schema.ts';
import { toneOfReturn, writeReturn, writeShare, writeTurnover } from '#shared/market.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/floats/dialog.tsx';
import { TextBones } from '../../parts/skeletons.tsx';
import { useSurroundings } from '../../site.ts';
import { playerPath } from './contest-choice.ts';
import type { Poster } from './draw-poster.ts';
import type { PlayerData } from './player-data.ts';
import { returnsOf } from './returns.ts';

const PosterView = lazy(() => import('./poster-view.tsx').then((module) => ({ default: module.PosterView })));

type ShareResultProps = { data: PlayerData; whole: ContestPlayer['places'][number] };

/** Makes a picture of a player's result, with a code that leads to their page. */
export function ShareResult({ data, whole }: ShareResultProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { player } = data;
  return (
    <>
      <Button size="s" icon="share" onClick={() => setIsOpen(true)}>
        分享战绩
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="分享战绩" width={480}>
        <Suspense fallback={<TextBones count={6} label="海报加载中" />}>
          {isOpen && <Sheet data={data} whole={whole} title={`${player.name}的模拟战绩`} />}
        </Suspense>
      </Dialog>
    </>
  );
}

function Sheet({ data: { player, season }, whole, title }: ShareResultProps & { title: string }) {
  const { site } = useSurroundings();
  const poster = useMemo((): Poster => {
    const { own, index } = returnsOf(player, season.startingCash);
    // From where everybody began, so that the first evening is a line already.
    const points = [0, ...own].map((value, at) => ({
      value: value ?? 0,
      index: index && (at === 0 ? 0 : (index[at - 1] ?? null)),
    }));
    return {
      site: site.name,
      season: season.name,
      player: player.name,
      place: `总榜第 ${whole.place} 名`,
      gain: writeReturn(whole.returnPpm),
      tone: toneOfReturn(whole.returnPpm),
      figures: [
        { label: '模拟总资产', value: writeTurnover(whole.assets) },
        { label: '最大回撤', value: writeShare(whole.drawdownPpm) },
        { label: '胜率', value: writeShare(whole.winRatePpm) },
      ],
      points,
      asOf: season.clearedOn ? `截至 ${season.clearedOn} 收盘` : '',
      indexName: season.index?.name ?? null,
      address: `${site.url || location.origin}${playerPath(player.id)}`,
    };
  }, [player, season, whole, site]);
  return <PosterView poster={poster} title={title} />;
}
