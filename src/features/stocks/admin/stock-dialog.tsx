import { Select } from 'antd';
import { Item, TextItem } from '#admin/parts/form/items.tsx';
import { FormDialog } from '#admin/parts/form/save-form.tsx';
import { useSave } from '#admin/parts/form/use-save.ts';
import { type StockRecord, saveInput } from '../schema.ts';

const none: StockRecord = { code: '', name: '', market: '', aliases: [] };

/** Adds a stock, or changes `stock`. */
export function StockDialog({ stock, onClose }: { stock?: StockRecord; onClose: () => void }) {
  const save = useSave('POST /admin/stock/save', {
    schema: saveInput,
    initial: stock ?? none,
    toBody: (values) => ({ ...values, ...(stock && { code: stock.code }), isNew: !stock }),
    done: '已保存',
    onSaved: onClose,
  });
  return (
    <FormDialog save={save} title={stock ? `修改 ${stock.code}` : '添加股票'} onClose={onClose}>
      {!stock && <TextItem name="code" label="代码" placeholder="600519" />}
      <TextItem name="name" label="名称" />
      <TextItem name="market" label="市场" placeholder="SH、SZ、BJ" />
      <Item name="aliases" label="别名" note="写完一个按回车，如 茅台">
        <Select mode="tags" open={false} suffixIcon={null} />
      </Item>
    </FormDialog>
  );
}
